import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from './search-field.tsx';

const typingMs = 250;

export interface TypedSearchProps {
  label: string;
  /** What the address says. */
  q: string;
  onSearch: (q: string) => void;
}

/* What is typed waits a moment before it is asked for. An address that changes by itself wins over what was typed; the
   one that we asked for does not, because more may have been typed since. */
export function TypedSearch({ label, q, onSearch }: TypedSearchProps) {
  const [state, setState] = useState<{ typed: string; seen: string; submitted: string | null }>({
    typed: q,
    seen: q,
    submitted: null,
  });
  // Asked once, answered once: the same address later is somebody else's wish.
  if (q !== state.seen) setState({ seen: q, submitted: null, typed: q === state.submitted ? state.typed : q });
  const { typed } = state;
  const ask = useEffectEvent(() => {
    setState({ ...state, submitted: typed });
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => ask(), typingMs);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return <SearchField label={label} value={typed} onChange={(next) => setState({ ...state, typed: next })} />;
}
