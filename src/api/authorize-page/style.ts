import { createHash } from 'node:crypto';

/** The page's only style sheet; it is inlined, so that the page needs no further request. */
export const STYLE = `
:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  color: light-dark(#1b2430, #e6eaf0);
  background: light-dark(#f5f6f8, #12161c);
}
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
main {
  width: min(28rem, 100% - 2rem);
  margin: clamp(1rem, 10vh, 6rem) auto;
  padding: 1.5rem;
  border: 1px solid light-dark(#e1e5ea, #2c3541);
  border-radius: 12px;
  background: light-dark(#ffffff, #1a2028);
}
.avatar {
  position: relative;
  width: 3.5rem;
  height: 3.5rem;
  margin-bottom: 0.75rem;
  overflow: hidden;
  border-radius: 14px;
}
.avatar, .avatar img::after {
  background: light-dark(#2f5f95, #3a6694);
  color: #ffffff;
  font-size: 1.5rem;
  font-weight: 650;
  line-height: 3.5rem;
  text-align: center;
}
.avatar img {
  width: 100%;
  height: 100%;
  background: light-dark(#eef1f5, #262f3a);
  object-fit: cover;
  vertical-align: top;
}
/** Browsers show it only if the image does not load. */
.avatar img::after { content: attr(data-letter); position: absolute; inset: 0; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; }
label, bdi { font-weight: 650; }
input, select, button { width: 100%; min-height: 2.75rem; font: inherit; border-radius: 8px; }
input, select { padding: 0 0.75rem; border: 1px solid light-dark(#76818f, #8b97a5); color: inherit; background: transparent; }
input[aria-invalid] { border-color: light-dark(#b3261e, #ff9a91); }
:focus-visible { outline: 3px solid light-dark(#2f5f95, #8db8e8); outline-offset: 2px; }
.hint { margin: 0.25rem 0 1.25rem; font-size: 0.875rem; color: light-dark(#5a6675, #9aa7b6); }
.problem { color: light-dark(#b3261e, #ff9a91); font-weight: 650; }
button { border: 1px solid light-dark(#2f5f95, #8db8e8); color: light-dark(#244e7d, #a9cbf0); background: transparent; }
.continue { display: block; border-radius: 8px; line-height: 2.75rem; text-align: center; text-decoration: none; }
button[value="approve"], .continue {
  margin-bottom: 0.75rem;
  font-weight: 650;
  color: light-dark(#ffffff, #10202f);
  background: light-dark(#2f5f95, #8db8e8);
}
`;

/** The Content-Security-Policy source of this style. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
