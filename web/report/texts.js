/** The text on the board of a report, in English: a report is one file. */

import { labels } from '../page/js/board/labels.js';
import { words } from '../page/js/languages/en/main.js';
import { speaker } from '../page/js/languages/say.js';

export const texts = labels(words, speaker('en'));
