import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a moment, so that typing asks the server once and not for every letter. */
export const useSettled = <Value>(value: Value, ms = 250): Value => {
  const text = JSON.stringify(value) as string | undefined;
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const next = (text === undefined ? undefined : JSON.parse(text)) as Value;
    const timer = setTimeout(() => setSettled(next), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};
