import { useEffect, useState } from 'react';

/** Returns a value after it stayed the same for `ms`, so that typing sends one request instead of one per letter. */
export const useDebouncedValue = <Value>(value: Value, ms = 250): Value => {
  const text = JSON.stringify(value) as string | undefined;
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const next = (text === undefined ? undefined : JSON.parse(text)) as Value;
    const timer = setTimeout(() => setDebounced(next), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return debounced;
};
