/** Where saved games are: the browser's database, or this tab's memory if the browser has none to offer. */

/**
 * @typedef {import('./library.js').Entry} Entry
 * @typedef {import('./keeper.js').KeptGame} KeptGame
 *
 * @typedef {object} GameStore
 * @property {boolean} isLasting whether the games outlive the page
 * @property {() => Promise<Entry[]>} entries
 * @property {(id: string) => Promise<KeptGame | undefined>} game
 * @property {(entry: Entry, game: KeptGame, isKept: Kept) => Promise<void>} put
 * @property {(ids: string[]) => Promise<void>} remove
 *
 * @callback Kept decides in the same step as the writing, so that no two tabs can disagree
 * @param {Entry | undefined} stored the entry that is there
 * @param {Entry[]} others all other entries
 * @returns {string[] | null} the games to remove; null leaves everything as it is
 */

const [DATABASE, VERSION] = ['branan', 1];

const STORES = ['entries', 'games'];

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {Entry[]} entries @param {string} id */
const split = (entries, id) => ({
  stored: entries.find((entry) => entry.id === id),
  others: entries.filter((entry) => entry.id !== id),
});

/** @implements {GameStore} */
class DatabaseStore {
  isLasting = true;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** Whether the database can be used. */
    this.isOpen = true;
    const close = () => {
      this.isOpen = false;
      database.close();
    };
    // A page of a newer version waits for this.
    database.onversionchange = close;
    database.onclose = close;
  }

  /**
   * Does something in one transaction.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(entries: IDBObjectStore, games: IDBObjectStore) => IDBRequest<T>} act
   * @returns {Promise<T>} the result of the request, when everything is written
   */
  #run(mode, act) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORES, mode);
      const [entries, games] = STORES.map((name) => transaction.objectStore(name));
      const request = act(entries, games);
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** @returns {Promise<Entry[]>} */
  entries() {
    return this.#run('readonly', (entries) => entries.getAll());
  }

  /** @param {string} id */
  game(id) {
    return this.#run('readonly', (_, games) => games.get(id));
  }

  /** @param {Entry} entry @param {KeptGame} game @param {Kept} isKept */
  async put(entry, game, isKept) {
    await this.#run('readwrite', (entries, games) => {
      const request = entries.getAll();
      request.onsuccess = () => {
        const { stored, others } = split(request.result, entry.id);
        const removed = isKept(stored, others);
        if (!removed) return;
        for (const store of [entries, games]) for (const id of removed) store.delete(id);
        entries.put(entry);
        games.put({ ...game, id: entry.id });
      };
      return request;
    });
  }

  /** @param {string[]} ids */
  async remove(ids) {
    await this.#run('readwrite', (entries, games) => {
      for (const store of [entries, games]) for (const id of ids) store.delete(id);
      return entries.count();
    });
  }
}

/** @implements {GameStore} */
class MemoryStore {
  isLasting = false;

  constructor() {
    /** @type {Map<string, { entry: Entry, game: KeptGame }>} */
    this.known = new Map();
  }

  async entries() {
    return [...this.known.values()].map(({ entry }) => entry);
  }

  /** @param {string} id */
  async game(id) {
    return this.known.get(id)?.game;
  }

  /** @param {Entry} entry @param {KeptGame} game @param {Kept} isKept */
  async put(entry, game, isKept) {
    const { stored, others } = split(await this.entries(), entry.id);
    const removed = isKept(stored, others);
    if (!removed) return;
    await this.remove(removed);
    this.known.set(entry.id, { entry, game });
  }

  /** @param {string[]} ids */
  async remove(ids) {
    for (const id of ids) this.known.delete(id);
  }
}

/** @type {Promise<DatabaseStore | MemoryStore> | null} */
let opened = null;

/** The store of this page. A database that was closed is opened again. @returns {Promise<GameStore>} */
export async function gameStore() {
  const known = await opened;
  if (!known || (known instanceof DatabaseStore && !known.isOpen)) {
    // The page works without storage as well.
    opened = openDatabase().then(
      (database) => new DatabaseStore(database),
      () => new MemoryStore(),
    );
  }
  return /** @type {Promise<GameStore>} */ (opened);
}
