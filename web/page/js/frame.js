/** The permanent parts of the page: the bar at the top, the board with its player bars, the panel area. */

import { threatMarks } from './board/threats.js';
import { el, fill, iconButton, icons, select, set, svg } from './dom.js';
import { keysButton } from './keys-dialog.js';
import { keepLanguage, language, languages } from './languages/language.js';
import { readLink } from './records/link.js';
import { hasSound, switchSound } from './sound.js';
import { texts } from './texts.js';
import { nextTheme } from './theme.js';

/** @typedef {'play' | 'analyse' | 'puzzles' | 'rules' | 'design' | 'records' | 'watch'} View */

/** @type {View[]} */
const VIEWS = ['play', 'analyse', 'puzzles', 'rules', 'design', 'records', 'watch'];

/** The views with tabs: rules are changed in a room behind that of the rules. */
const TABS = VIEWS.filter((view) => view !== 'design');

/** How long a brief message is shown, in milliseconds. */
const MESSAGE_TIME = 8000;

/**
 * The view that an address names.
 * @param {string} hash
 * @returns {View}
 */
export function viewIn(hash) {
  const { view } = readLink(hash);
  return VIEWS.find((known) => known === view) ?? 'play';
}

/**
 * @typedef {object} Parts
 * @property {Element} bar
 * @property {Element} board
 * @property {Element} watch
 * @property {Element} phone
 * @property {Element[]} notices above the panels
 *
 * @typedef {object} Actions
 * @property {() => void} threats
 * @property {() => void} flip
 * @property {() => void} focusBoard
 * @property {() => void} reload loads the page again, in another language
 */

export class Frame {
  /**
   * @param {Parts} parts
   * @param {Actions} actions
   */
  constructor(parts, actions) {
    this.tabs = TABS.map((view) =>
      el(
        'a',
        // There may be no match to watch.
        { href: `#${view}`, class: 'tab', 'data-view': view, hidden: view === 'watch' },
        texts.tabs[view],
      ),
    );
    this.alert = el('p', { class: 'alert', role: 'alert', hidden: true });
    /** Ends a brief message. @type {ReturnType<typeof setTimeout> | undefined} */
    this.telling = undefined;
    // Announces moves to screen readers.
    this.live = el('p', { class: 'unseen', 'aria-live': 'polite' });
    this.aside = el('div', { class: 'panels' });
    this.top = el('div', { class: 'plate-row' });
    this.bottom = el('div', { class: 'plate-row' });
    this.threats = iconButton(icons.threats, texts.showThreats, actions.threats, {
      'aria-pressed': 'false',
    });
    this.legend = threatLegend();
    const flip = iconButton(icons.flip, texts.flip, actions.flip);
    const sound = soundButton();
    const skip = el('a', { class: 'skip', href: '#board' }, texts.skipToBoard);
    skip.addEventListener('click', (event) => {
      event.preventDefault();
      actions.focusBoard();
    });
    const tools = el('div', { class: 'board-tools' }, this.threats, sound, flip);
    const table = el(
      'div',
      { class: 'table' },
      el('div', { class: 'upper' }, this.top),
      el('div', { class: 'board-row' }, parts.bar, parts.board),
      el('div', { class: 'lower' }, this.bottom, tools),
    );
    this.side = el(
      'div',
      { class: 'side' },
      ...parts.notices,
      this.legend,
      this.aside,
      el(
        'div',
        { class: 'foot' },
        parts.phone,
        keysButton(),
        languageChoice(actions.reload),
        iconButton(icons.theme, texts.changeTheme, nextTheme),
      ),
    );
    fill(
      document.body,
      skip,
      this.#header(),
      this.alert,
      this.live,
      el('main', {}, table, this.side, parts.watch),
    );
    /** What is marked as current. */
    this.marked = '';
    /** What the title says of the game in progress. */
    this.news = '';
    /** The name of the room. */
    this.room = '';
  }

  #header() {
    const picture = el('img', { src: 'icon.svg', alt: texts.title, width: 28, height: 28 });
    return el(
      'header',
      { class: 'top' },
      el(
        'h1',
        { class: 'brand' },
        picture,
        el('span', { class: 'brand-name', 'aria-hidden': 'true' }, texts.title),
      ),
      el('nav', { 'aria-label': texts.mainNavigation }, ...this.tabs),
    );
  }

  /**
   * Marks a view as the current one.
   * @param {View} view
   * @param {boolean} isSettingUp whether a new game is set up in it
   * @returns {boolean} whether something else was shown before
   */
  mark(view, isSettingUp) {
    const marked = `${view} ${isSettingUp}`;
    const isNew = this.marked !== marked;
    this.marked = marked;
    const room = view === 'design' ? 'rules' : view;
    for (const tab of this.tabs) {
      const isRoom = tab.dataset.view === room;
      set(tab, { 'aria-current': isRoom && (room === view ? 'page' : 'true') });
    }
    this.prepare(view, isSettingUp);
    this.room = texts.tabs[view];
    this.#title();
    return isNew;
  }

  /** Says something of the game in progress in the window's title. @param {string} news */
  retitle(news) {
    this.news = news;
    if (this.room) this.#title();
  }

  #title() {
    const title = [this.news, this.room, texts.title].filter(Boolean).join(' – ');
    if (document.title !== title) document.title = title;
  }

  /**
   * Lays out the page for a view. Done before the view is loaded, too, so that nothing moves when it is there.
   * @param {View} view
   * @param {boolean} isSettingUp whether a new game is set up in it
   */
  prepare(view, isSettingUp) {
    document.body.dataset.view = view;
    document.body.toggleAttribute('data-setting-up', isSettingUp);
  }

  /** Scrolls to the first of the panels. */
  scrollToTop() {
    this.side.scrollTop = 0;
    // In the smallest windows the whole page scrolls.
    scrollTo(0, 0);
  }

  /** Shows the tab of the match. */
  offerMatch() {
    this.tabs[TABS.indexOf('watch')].hidden = false;
  }

  /**
   * Shows a message, or clears it if `words` is empty.
   * @param {string} words
   * @param {{ isGood?: boolean }} [how] whether it is good news, not an error
   */
  tell(words, { isGood = false } = {}) {
    clearTimeout(this.telling);
    this.telling = undefined;
    this.alert.textContent = words;
    this.alert.hidden = words === '';
    this.alert.classList.toggle('good', isGood);
  }

  /**
   * Shows a message for some seconds.
   * @param {string} words
   * @param {{ isGood?: boolean }} [how]
   */
  tellBriefly(words, how) {
    this.tell(words, how);
    this.telling = setTimeout(() => this.tell(''), MESSAGE_TIME);
  }

  /** Clears a brief message of an error: something else has worked. */
  forgetError() {
    if (this.telling && !this.alert.classList.contains('good')) this.tell('');
  }
}

/** The choice of the page's language. Each is listed by its own name. @param {() => void} reload */
function languageChoice(reload) {
  const list = select(Object.entries(languages), language, (code) => {
    keepLanguage(code);
    reload();
  });
  for (const option of list.options) option.lang = option.value;
  const picture = svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: icons.language }),
  );
  return el('label', { class: 'language' }, picture, `${texts.language} `, list);
}

/** The button that switches sounds on and off. */
function soundButton() {
  const made = iconButton(icons.sound, texts.sounds, () => {
    switchSound();
    show();
  });
  const show = () => {
    made.setAttribute('aria-pressed', String(hasSound()));
    made.querySelector('path')?.setAttribute('d', hasSound() ? icons.sound : icons.muted);
  };
  show();
  return made;
}

/** The legend for the threat marks. */
function threatLegend() {
  const items = Object.entries(threatMarks).map(([threat, mark]) => {
    const picture = svg(
      'svg',
      { viewBox: '-40 -40 80 80', class: 'legend-mark', 'aria-hidden': 'true' },
      mark({ x: 0, y: 0 }),
    );
    const words = texts.threats[/** @type {keyof typeof threatMarks} */ (threat)];
    return el('li', {}, picture, words);
  });
  return el('ul', { class: 'legend quiet', hidden: true }, ...items);
}
