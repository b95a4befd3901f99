/** Starts the page. */

import { tokenFor } from './connection/games.js';
import { otherProgram } from './connection/lost.js';
import { language } from './languages/language.js';
import { Page } from './page.js';
import {
  clearAddress,
  codeInAddress,
  keepRoom,
  sharedToken,
  shareToken,
  tokenInAddress,
} from './settings.js';
import { showStopped } from './stopped.js';
import { texts } from './texts.js';
import { applyTheme } from './theme.js';

applyTheme();
Object.assign(document.documentElement, { lang: language, dir: texts.direction });
const code = codeInAddress();
const entered = code ? await tokenFor(code) : '';
// At once: a page that is left now could not ask for it again.
if (entered) shareToken(entered);
const token = entered || tokenInAddress() || sharedToken();
clearAddress();
// Registered first, so that the token is removed before the rest of the address is read.
addEventListener('hashchange', (event) => {
  const given = tokenInAddress() || codeInAddress();
  if (given) keepRoom(new URL(event.oldURL).hash);
  if (given && given !== token) {
    // The program was restarted. The saved game continues on the new connection.
    event.stopImmediatePropagation();
    location.reload();
  } else if (given) {
    clearAddress();
  }
});
if (token) {
  const page = new Page(token);
  page.rules.lines.opened.then(
    () => shareToken(token),
    () => {},
  );
  page.start().catch((error) => page.fail(error));
} else {
  showStopped(code ? texts.usedLink : texts.noToken);
  // Another tab may have used the link, or open one that works.
  otherProgram(token).then(() => location.reload());
}
