import type { ApplicationVersion } from '@patchkeep/contract/applications';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { correctionsQuery } from './applications.queries.ts';
import { useCorrectionActs } from './use-correction-acts.ts';
import s from './correction.module.css';

interface CorrectionsInForceProps {
  applicationId: number;
  versions: readonly ApplicationVersion[];
}

/** The corrections of ours that put software here, each with the way back. */
export function CorrectionsInForce({ applicationId, versions }: CorrectionsInForceProps) {
  const mayCorrect = useMay('isSystemAdmin');
  const all = useQuery({ ...correctionsQuery, enabled: mayCorrect }).data ?? [];
  const acts = useCorrectionActs();
  const here = all.filter(
    (correction) =>
      correction.applicationId === applicationId ||
      (correction.applicationId === null &&
        versions.some(({ name, publisher }) => name === correction.name && publisher === correction.publisher)),
  );
  if (here.length === 0) return null;
  return (
    <div className={s['banners']}>
      {here.map(({ correctionUuid, name, kind, by, created, note }) => (
        <Banner
          key={correctionUuid}
          tone="info"
          word="Corrected"
          action={{ label: 'Take back', onPress: () => acts.takeBack(correctionUuid, name) }}
        >
          {kind === 'isApplication'
            ? `"${name}" counts as this application.`
            : `"${name}" is not what the catalogue took it for.`}{' '}
          {note !== '' && `${note} `}({by}, <RelativeTime at={created} />)
        </Banner>
      ))}
    </div>
  );
}
