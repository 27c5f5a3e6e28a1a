import { invalidForm } from './invalid-form.ts';

/** RFC 2046, 5.1.1: at most 70 characters, the last one not a space. */
const pattern = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;
const parameter = /;\s*([\w-]+)\s*=\s*("[^"]*"|[^\s;"]*)\s*/gy;

/**
 * The boundary that a `Content-Type` names.
 * @throws {ApiError} `invalid_form` if it does not name exactly one.
 */
export function boundaryOf(contentType: string): string {
  const start = contentType.indexOf(';');
  const rest = start === -1 ? '' : contentType.slice(start).trimEnd();
  const found = [...rest.matchAll(parameter)];
  const readable = found.reduce((length, [text]) => length + text.length, 0) === rest.length;
  const boundaries = found.filter(([, name]) => name?.toLowerCase() === 'boundary').map(([, , value = '']) => value);
  if (!readable || boundaries.length > 1) throw invalidForm('its Content-Type is invalid or has two boundaries');
  const [written] = boundaries;
  if (written === undefined) throw invalidForm('its Content-Type has no boundary');
  const boundary = written.startsWith('"') ? written.slice(1, -1) : written;
  if (!pattern.test(boundary)) throw invalidForm('the boundary in its Content-Type is invalid');
  return boundary;
}
