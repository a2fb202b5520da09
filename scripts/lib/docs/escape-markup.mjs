/** Text as the content of an element, or the value of an attribute, of HTML or XML. */
export function escapeMarkup(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
