/**
 * The values that a column can hold in both engines. Booleans are 0 and 1, moments are milliseconds since the epoch.
 */
export type SqlValue = string | number | null;

/**
 * Returns the value if both engines store it alike. Otherwise node:sqlite stores undefined, a Date and NaN as NULL, and
 * pg turns objects into text.
 * @throws {TypeError} for every other value
 */
export function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string' || value === null || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw new TypeError(`a value of type ${value instanceof Date ? 'Date' : typeof value} cannot be stored`);
}
