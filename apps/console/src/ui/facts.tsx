import type { ReactNode } from 'react';
import s from './facts.module.css';

export interface Fact {
  term: string;
  detail: ReactNode;
}

/** Terms and what is known of them, in two columns where there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={s['facts']}>
      {facts.map(({ term, detail }) => (
        <div key={term} className={s['fact']}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
