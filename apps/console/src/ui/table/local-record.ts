/** Reads JSON a browser kept for us. Storage may be full, forbidden or written by an older console: all read as nothing. */
export function readLocal(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The choice then lasts as long as the page; nothing the user asked for is lost.
  }
}
