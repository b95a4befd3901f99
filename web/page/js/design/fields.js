/** The fields of a ruleset as controls. The program says which there are and what their values mean. */

import { placeOf } from '../board/squares.js';
import { el, fill, labelled, select } from '../dom.js';
import { texts } from '../texts.js';
import { designTexts } from '../texts-design.js';
import { sideOf } from './shape.js';

/**
 * @typedef {import('../connection/rules.js').RuleField} RuleField
 * @typedef {import('../connection/rules.js').WrittenRuleset} WrittenRuleset
 * @typedef {(value: unknown) => void} Changed
 */

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The highest turn limit that the program knows. */
const MAX_LIMIT = 65535;

/** A value without words, as the program writes it. @param {string} token */
const plain = (token) => token.replaceAll('-', ' ');

/**
 * The value of a field.
 * @param {WrittenRuleset} ruleset
 * @param {string} name such as `throne.stop`
 */
export function valueOf(ruleset, name) {
  /** @type {any} */
  let value = ruleset;
  for (const key of name.split('.')) value = value?.[key];
  return value;
}

/**
 * The ruleset with another value of a field.
 * @param {WrittenRuleset} ruleset
 * @param {string} name
 * @param {unknown} value
 * @returns {WrittenRuleset}
 */
export function withValue(ruleset, name, value) {
  const [key, inner] = name.split('.');
  const table = ruleset[/** @type {'throne'} */ (key)];
  return { ...ruleset, [key]: inner ? { ...table, [inner]: value } : value };
}

/**
 * The value of a field in words.
 * @param {RuleField} field
 * @param {WrittenRuleset} ruleset
 */
export function valueText({ name, kind }, ruleset) {
  const value = valueOf(ruleset, name);
  if (kind === 'switch') return value ? designTexts.yes : designTexts.no;
  if (kind === 'choice') return designTexts.option(name, String(value)) ?? plain(String(value));
  if (kind === 'pieces') {
    const chosen = Object.entries(texts.pieces).filter(([letter]) =>
      String(value).includes(letter),
    );
    return chosen.map(([, words]) => words).join(' + ') || '–';
  }
  if (kind === 'squares' && value === null) return designTexts.squares.usual;
  return (Array.isArray(value) ? value.join(' ') : String(value ?? '')) || '–';
}

/** @param {RuleField} field @param {unknown} value @param {Changed} changed */
function choice({ name, values }, value, changed) {
  const known = values.map(({ value }) => String(value));
  // A speed may be any number.
  if (!known.includes(String(value))) known.push(String(value));
  const list = select(
    known.map((word) => [word, designTexts.option(name, word) ?? plain(word)]),
    String(value),
    changed,
  );
  for (const option of list.options) {
    if (designTexts.option(name, option.value) === null) option.lang = 'en';
  }
  return list;
}

/** @param {unknown} value @param {Changed} changed */
function toggle(value, changed) {
  const choices = /** @type {[string, string][]} */ ([
    ['true', designTexts.yes],
    ['false', designTexts.no],
  ]);
  return select(choices, String(value), (word) => changed(word === 'true'));
}

/**
 * A box for each kind of piece.
 * @param {string} id
 * @param {string} name
 * @param {string} value
 * @param {Changed} changed
 */
function pieces(id, name, value, changed) {
  const boxes = Object.entries(texts.pieces).map(([letter, words]) => {
    const box = el('input', {
      type: 'checkbox',
      id: `${id}-${letter}`,
      value: letter,
      checked: value.includes(letter),
    });
    return { box, label: el('label', { class: 'inline' }, box, ` ${words}`) };
  });
  const group = el(
    'div',
    { class: 'piece-boxes', role: 'group', 'aria-label': name },
    ...boxes.map(({ label }) => label),
  );
  group.addEventListener('change', () => {
    const chosen = boxes.filter(({ box }) => box.checked);
    changed(chosen.map(({ box }) => box.value).join(''));
  });
  return group;
}

/** Whether a board has a square. @param {string} name @param {number} side */
function isSquare(name, side) {
  const { file, rank } = placeOf(name);
  return /^[a-s][1-9]\d?$/.test(name) && file < side && rank < side;
}

/**
 * A control that shows what is wrong with its value.
 * @param {HTMLInputElement} input
 * @param {() => string} fault empty if nothing is wrong
 * @param {() => void} accept
 */
function checked(input, fault, accept) {
  const error = el('p', { class: 'error', role: 'alert' });
  input.addEventListener('change', () => {
    const words = fault();
    error.textContent = words && texts.failed(words);
    input.setAttribute('aria-invalid', String(words !== ''));
    if (!words) accept();
  });
  return error;
}

/**
 * @param {string} name
 * @param {string[] | null} value
 * @param {number} side the length of the board's side
 * @param {Changed} changed
 */
function squares(name, value, side, changed) {
  const isOwn = value !== null && value.length > 0;
  const list = el('input', {
    type: 'text',
    value: value?.join(' ') ?? '',
    placeholder: designTexts.squaresHint,
    'aria-label': `${name}: ${designTexts.squaresHint}`,
    hidden: !isOwn,
    spellcheck: 'false',
  });
  const named = () =>
    list.value
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
  const fault = () => {
    const wrong = named().filter((square) => !isSquare(square, side));
    return wrong.length > 0 ? designTexts.notOnBoard(wrong.join(' ')) : '';
  };
  const error = checked(list, fault, () => changed(named()));
  const choices = /** @type {[string, string][]} */ (Object.entries(designTexts.squares));
  const kind = select(choices, isOwn ? 'own' : value === null ? 'usual' : 'none', (chosen) => {
    list.hidden = chosen !== 'own';
    if (chosen === 'usual') changed(null);
    if (chosen === 'none') changed([]);
    if (chosen === 'own') list.focus();
  });
  return { element: el('div', { class: 'squares-field' }, kind, list, error), control: kind };
}

/** @param {number | null} value @param {Changed} changed */
function number(value, changed) {
  const input = el('input', { type: 'number', min: 1, max: MAX_LIMIT, value: value ?? '' });
  const error = checked(
    input,
    () => (input.checkValidity() ? '' : designTexts.limitError(MAX_LIMIT)),
    () => changed(input.value ? Number(input.value) : null),
  );
  return { element: el('div', {}, input, error), control: input };
}

/**
 * The control of a field, with the sentences that its value adds to the rules.
 * @param {RuleField} field
 * @param {WrittenRuleset} ruleset
 * @param {(name: string, value: unknown) => void} changed
 */
export function fieldControl(field, ruleset, changed) {
  const value = valueOf(ruleset, field.name);
  const name = designTexts.field(field.name);
  const set = (/** @type {unknown} */ value) => changed(field.name, value);
  const told = field.values.find((known) => isSame(known.value, value))?.told ?? [];
  const words = el('p', { class: 'field-hint' }, told.join(' '));
  // With the same name after each change, so that the focus can stay.
  const id = `design-${field.name}`;
  const under = (/** @type {HTMLElement} */ control, element = control) => {
    control.id = id;
    const made = labelled(name, element, { control });
    made.append(words);
    return made;
  };
  if (field.kind === 'choice') return under(choice(field, value, set));
  if (field.kind === 'switch') return under(toggle(value, set));
  if (field.kind === 'number' || field.kind === 'squares') {
    const { element, control } =
      field.kind === 'number' ? number(value, set) : squares(name, value, sideOf(ruleset), set);
    return under(control, element);
  }
  const title = el('span', { class: 'field-label', 'aria-hidden': 'true' }, name);
  return el('div', { class: 'field' }, title, pieces(id, name, value, set), words);
}

/**
 * The controls of all fields, by part of the rules.
 * @param {RuleField[]} fields
 * @param {WrittenRuleset} ruleset
 * @param {Set<string>} opened the parts that are open
 * @param {(name: string, value: unknown) => void} changed
 */
export function fieldGroups(fields, ruleset, opened, changed) {
  const parts = [...new Set(fields.map(({ part }) => part))];
  return parts.map((part) => {
    const group = el('details', { open: opened.has(part), class: 'design-part' });
    group.addEventListener('toggle', () => {
      if (group.open) opened.add(part);
      else opened.delete(part);
    });
    const controls = fields
      .filter((field) => field.part === part)
      .map((field) => fieldControl(field, ruleset, changed));
    fill(
      group,
      el('summary', {}, designTexts.part(part)),
      el('div', { class: 'design-fields' }, ...controls),
    );
    return group;
  });
}
