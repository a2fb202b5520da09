import { escapeXml } from '../../platform/text/escape-xml.js';

/** A value of a property list (plist(5)). */
export type PropertyValue =
  | string
  | number
  | boolean
  | readonly PropertyValue[]
  | { readonly [key: string]: PropertyValue };

/** The text of a property list. */
export function propertyList(value: PropertyValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${element(value, '')}
</plist>
`;
}

function element(value: PropertyValue, indent: string): string {
  if (typeof value === 'string') return `${indent}<string>${escapeXml(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  const deeper = `${indent}  `;
  if (isList(value)) {
    return [`${indent}<array>`, ...value.map((item) => element(item, deeper)), `${indent}</array>`].join(
      '\n',
    );
  }
  const pairs = Object.entries(value).map(
    ([key, item]) => `${deeper}<key>${escapeXml(key)}</key>\n${element(item, deeper)}`,
  );
  return [`${indent}<dict>`, ...pairs, `${indent}</dict>`].join('\n');
}

function isList(value: PropertyValue): value is readonly PropertyValue[] {
  return Array.isArray(value);
}
