/** Values stored in the browser. Nothing leaves the machine. */

const PREFIX = 'branan.';

/** The token in an address, or the code that the program gives a token for. */
const [TOKEN, CODE] = [/(?:^#|&)token=([0-9a-f]+)/, /(?:^#|&)code=([0-9a-f]+)/];

/**
 * The storage for values: of this tab alone, or shared by all tabs.
 * @param {boolean} inTab
 */
const store = (inTab) => (inTab ? sessionStorage : localStorage);

/**
 * Whether a stored value is of the kind of `otherwise`. Other versions of the page write to the storage too.
 * @param {unknown} value
 * @param {unknown} otherwise
 */
function isLike(value, otherwise) {
  if (value === null) return otherwise === null;
  return typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise);
}

/**
 * Returns a stored value, or `otherwise` if nothing is stored, or something of another kind.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @param {{ inTab?: boolean }} [where]
 * @returns {T}
 */
export function recall(name, otherwise, { inTab = false } = {}) {
  try {
    const text = store(inTab).getItem(PREFIX + name);
    const value = text === null ? otherwise : JSON.parse(text);
    return isLike(value, otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Stores a value.
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
    // The page works without storage as well.
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
    // Without storage there is nothing to remove.
  }
}

/**
 * The names of the values that all tabs share.
 * @param {string} start how the names begin
 */
export function stored(start) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    return names.map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** The token in the address; empty if there is none. */
export const tokenInAddress = () => TOKEN.exec(location.hash)?.[1] ?? '';

/** The code in the address; empty if there is none. */
export const codeInAddress = () => CODE.exec(location.hash)?.[1] ?? '';

/** Removes a token or code from the address, where it could be read or copied. */
export function clearAddress() {
  const rest = location.hash.replace(/&?(token|code)=[0-9a-f]+&?/, '');
  history.replaceState(null, '', location.pathname + (rest === '#' ? '' : rest));
}

/** Gives a link that names no room, as the program prints it, the one that was open. @param {string} left the fragment before */
export function keepRoom(left) {
  const room = left.replace(/^#/, '');
  if (room && /^#(token|code)=[0-9a-f]+$/.test(location.hash))
    history.replaceState(null, '', `${location.hash}&${room}`);
}

/** The token with which a tab has reached the program last; empty if there is none. */
export const sharedToken = () => recall('token', '');

/** Stores the token for all tabs, once the program has given or taken it: that of an old link must not replace it. @param {string} token */
export const shareToken = (token) => keep('token', token);

/** Notes for the next load of this tab that a restarted program has been found. */
export const noteReturn = () => keep('is-back', true, { inTab: true });

/** Whether this tab was loaded because a restarted program has been found; true only once. */
export function takeReturn() {
  const isBack = recall('is-back', false, { inTab: true });
  if (isBack) keep('is-back', false, { inTab: true });
  return isBack;
}
