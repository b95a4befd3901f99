/** What the browser keeps for this page: nothing of it leaves the machine. */

const PREFIX = 'branan.';

/** The token in an address. */
const TOKEN = /(?:^#|&)token=([0-9a-f]+)/;

/**
 * Where values are kept: in this tab alone, or for all of them.
 * @param {boolean} inTab
 */
const store = (inTab) => (inTab ? sessionStorage : localStorage);

/**
 * A kept value, or the one given if there is none.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @param {{ inTab?: boolean }} [where]
 * @returns {T}
 */
export function recall(name, otherwise, { inTab = false } = {}) {
  try {
    const text = store(inTab).getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a value.
 * @param {string} name
 * @param {unknown} value
 * @param {{ inTab?: boolean }} [where]
 * @returns {boolean} whether there was room for it
 */
export function keep(name, value, { inTab = false } = {}) {
  try {
    store(inTab).setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // A browser that keeps nothing still plays.
    return false;
  }
}

/**
 * Removes a value.
 * @param {string} name
 */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There was nothing to remove.
  }
}

/** Whether the address has a token. */
export function hasToken() {
  return TOKEN.test(location.hash);
}

/** Takes the token out of the address, or recalls the one that was there before. */
export function takeToken() {
  const found = TOKEN.exec(location.hash);
  if (!found) return recall('token', '');
  keep('token', found[1]);
  const rest = location.hash.replace(/&?token=[0-9a-f]+&?/, '');
  history.replaceState(null, '', location.pathname + (rest === '#' ? '' : rest));
  return found[1];
}
