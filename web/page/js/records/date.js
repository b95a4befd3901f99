/** Dates in the format of records: `2026.01.31 12:05:00`, in universal time. */

/** @param {number} time in milliseconds since 1970 */
export function recordTime(time) {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '.');
}
