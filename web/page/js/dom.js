/** Creates elements. */

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.replace(/^on/, ''), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * Words in a line for them.
 * @param {Element} element
 * @param {string} words
 * @param {'good' | 'bad'} [tone] whether they are about a right or a wrong move
 */
export function say(element, words, tone) {
  element.textContent = words;
  set(element, { 'data-tone': tone });
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const child of children) {
    if (child) kept.push(child);
  }
  element.replaceChildren(...kept);
}

/** Whether an element can have the focus. @param {Element} element */
const isUsable = (element) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

/**
 * The first control in a part of the page, if possible one that leaves the arrow keys to the board.
 * @param {Element} area
 * @returns {HTMLElement | undefined}
 */
export function firstControl(area) {
  const first = (/** @type {string} */ kinds) =>
    /** @type {HTMLElement[]} */ ([...area.querySelectorAll(kinds)]).find(isUsable);
  return first('button, a') ?? first('input, select, textarea');
}

/**
 * Changes a part of the page. What has the focus in it keeps it, or else the button made in its place, or else another
 * control: a player without a mouse would have to come back from the top of the page.
 * @param {Element} area
 * @param {() => void} change
 * @param {() => Element | null | undefined} [next] the other control; null if it has got the focus already
 */
export function keepFocus(area, change, next = () => firstControl(area)) {
  const had = document.activeElement;
  const isHere = had instanceof HTMLElement && area.contains(had);
  change();
  if (!isHere || (document.activeElement === had && isUsable(had))) return;
  const buttons = [...area.querySelectorAll('button')].filter(isUsable);
  const heir = isUsable(had)
    ? had
    : buttons.find(({ textContent }) => textContent === had.textContent);
  const found = heir ?? next();
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/**
 * Names in a row. Each keeps its direction, and none turns the row around.
 * @param {string[]} names
 */
export const sideBySide = (names) =>
  names.flatMap((name, at) => [at > 0 && ' – ', el('bdi', {}, name)]);

/**
 * A button with a text label.
 * @param {string} words
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
export function button(words, action, attributes = {}) {
  return el('button', { type: 'button', class: 'button', ...attributes, onclick: action }, words);
}

/**
 * A button with an icon. Its words are the tooltip and the name for screen readers.
 * @param {string} path a path in a square of 24 units
 * @param {string} words
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
export function iconButton(path, words, action, attributes = {}) {
  const picture = svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: path }),
  );
  return el(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': words,
      title: words,
      ...attributes,
      onclick: action,
    },
    picture,
  );
}

/** The fields that have been labelled so far. */
let fields = 0;

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} field the element to show
 * @param {{ hint?: string, control?: HTMLElement }} [more] a hint below the field; the control, if
 *   the field only contains it
 */
export function labelled(label, field, { hint, control = field } = {}) {
  fields += 1;
  control.id ||= `field-${fields}`;
  const words = hint ? el('span', { class: 'field-hint', id: `${control.id}-hint` }, hint) : null;
  if (words) control.setAttribute('aria-describedby', words.id);
  const name = el('label', { class: 'field-label', for: control.id }, label);
  return el('div', { class: 'field' }, name, field, words);
}

/**
 * A drop-down list.
 * @param {[string, string][]} choices values and labels
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function select(choices, chosen, changed) {
  const element = el('select', {});
  for (const [value, words] of choices) {
    element.append(el('option', { value, selected: value === chosen }, words));
  }
  if (changed) element.addEventListener('change', () => changed(element.value));
  return element;
}

/** Paths of the icons, in a square of 24 units. */
export const icons = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M17 5l-9 7 9 7z',
  forward: 'M7 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  flip: 'M7 4v14m0 0l-4-4m4 4l4-4M17 20V6m0 0l-4 4m4-4l4 4',
  remove: 'M6 6l12 12M18 6 6 18',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9v6h4l5 4V5L8 9zM16 9l6 6M22 9l-6 6',
  language:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.6 6 3.6 9s-.6 6-3.6 9c-3-3-3.6-6-3.6-9s.6-6 3.6-9z',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  keys: 'M3 6h18v12H3zM6.5 9.5h.01M10 9.5h.01M13.5 9.5h.01M17 9.5h.01M6.5 12.5h.01M10 12.5h.01M13.5 12.5h.01M17 12.5h.01M8 15.5h8',
  threats:
    'M12 4c5 0 9 5 10 8-1 3-5 8-10 8S3 15 2 12c1-3 5-8 10-8zm0 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
};
