import type { Fact } from '../../ui/facts.tsx';
import s from './custom-software.module.css';

/** Each on a line of its own, because a blank may be part of one. */
function Arguments({ list }: { list: readonly string[] }) {
  if (list.length === 0) return 'None';
  return (
    <ul className={s['arguments']}>
      {list.map((argument, place) => (
        <li key={place}>
          <code>{argument}</code>
        </li>
      ))}
    </ul>
  );
}

/** What the main file is told when it is run. */
export const argumentFacts = (told: {
  installArguments: readonly string[];
  removeArguments: readonly string[] | null;
}): Fact[] => [
  { term: 'Install arguments', detail: <Arguments list={told.installArguments} /> },
  {
    term: 'Remove arguments',
    detail: told.removeArguments === null ? 'It cannot be removed' : <Arguments list={told.removeArguments} />,
  },
];
