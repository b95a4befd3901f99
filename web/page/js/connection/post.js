/** Requests to the program. */

import { recordTexts } from '../texts-records.js';
import { plainly } from './lines.js';

/** The longest text that the program accepts, in bytes. */
const MAX_LENGTH = 4 << 20;

/**
 * @param {string} what the endpoint
 * @param {Record<string, string>} parameters
 * @param {string} body
 */
export async function post(what, parameters, body) {
  if (body.length > MAX_LENGTH) throw new Error(recordTexts.tooLong(MAX_LENGTH >> 20));
  const query = new URLSearchParams(parameters);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await fetch(`${what}?${query}`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(plainly(await response.text()));
  return response;
}
