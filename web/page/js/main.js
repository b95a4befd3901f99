/** Starts the page. */

import { language } from './languages/language.js';
import { Page } from './page.js';
import { hasToken, takeToken } from './settings.js';
import { showStopped } from './stopped.js';
import { texts } from './texts.js';
import { applyTheme } from './theme.js';

applyTheme();
Object.assign(document.documentElement, { lang: language, dir: texts.direction });
const token = takeToken();
// Registered first, so that the token is removed before the rest of the address is read.
addEventListener('hashchange', () => {
  // The program was restarted. The saved game continues on the new connection.
  if (hasToken() && takeToken() !== token) location.reload();
});
if (token) {
  const page = new Page(token);
  page.start().catch((error) => page.fail(error));
} else {
  showStopped(texts.noToken);
}
