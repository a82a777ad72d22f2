import type { BuildHold } from '@patchkeep/contract/packager';
import type { PackageInfo } from '@patchkeep/contract/packages';
import { CommandText } from '../../ui/command-text.tsx';
import { holdsOf, liftCommand } from './package-text.ts';
import s from './packages.module.css';

/** What keeps the package back, and what can be done about each. */
export function PackageHolds({ info }: { info: PackageInfo }) {
  const holds = holdsOf(info);
  if (holds.length === 0) return null;
  return (
    <section aria-labelledby="package-holds" className={s['part']}>
      <h3 id="package-holds" className="caption">
        Why it is not ready
      </h3>
      <ul className={s['holds']}>
        {holds.map((hold) => (
          <Hold key={hold.name} build={info.build} hold={hold} isHeld={info.state === 'held'} />
        ))}
      </ul>
    </section>
  );
}

interface HoldProps {
  build: string;
  hold: BuildHold;
  isHeld: boolean;
}

function Hold(props: HoldProps) {
  const { name, says, advice } = props.hold;
  return (
    <li className={s['hold']}>
      <code className={s['name']}>{name}</code>
      <p className={s['says']}>{says}</p>
      {advice !== '' && <p>{advice}</p>}
      <Lifting {...props} />
    </li>
  );
}

function Lifting({ build, hold, isHeld }: HoldProps) {
  if (hold.isLiftable)
    return (
      <CommandText
        lead="Only whoever runs the server can lift it, because it holds for all customers."
        label={`Command that lifts ${hold.name}`}
        text={liftCommand(build, hold.name)}
        copyLabel="Copy command"
      />
    );
  if (hold.isLiftedThere)
    return <p className={s['quiet']}>It is lifted on the machine of the packager, not on the server.</p>;
  // What passes by itself needs no such word.
  return isHeld ? <p className={s['quiet']}>This is a fact about the file and cannot be lifted.</p> : null;
}
