import type { ReactNode } from 'react';
import s from './field.module.css';

/** What is wrong with something that is no field of its own. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={s['error']}>
      {children}
    </p>
  );
}
