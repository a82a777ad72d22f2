import type { ConsoleHint } from '@patchkeep/contract/hints';
import { type OperationThing, unableTo } from '@patchkeep/contract/operations';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { LookOnlyNote } from './look-only-note.tsx';
import s from './configuration.module.css';

interface SettingsSectionProps<Settings, Word extends ConsoleHint> {
  id: string;
  title: string;
  /** Beside the title, once the settings are there. */
  aside?: (settings: Settings) => ReactNode;
  lead: ReactNode;
  query: UseQueryOptions<Settings, Error, Settings, [Word]>;
  /** What could not be fetched, if so. */
  thing: OperationThing;
  form: ComponentType<{ settings: Settings; mayChange: boolean }>;
}

/** A section of the configuration that is one form of settings: what they are about, and the form once they are there. */
export function SettingsSection<Settings, Word extends ConsoleHint>(props: SettingsSectionProps<Settings, Word>) {
  const { id, title, aside, lead, query, thing, form: SettingsForm } = props;
  const settings = useQuery(query);
  const mayChange = useMay('canMakeChanges');
  return (
    <section className={s['section']} aria-labelledby={id}>
      <div className={s['sectionHead']}>
        <h2 id={id}>{title}</h2>
        {aside && settings.data && <span className="muted">{aside(settings.data)}</span>}
      </div>
      <div className={cx('card', s['card'])}>
        <p className="muted">{lead}</p>
        {!mayChange && <LookOnlyNote />}
        {settings.data && <SettingsForm settings={settings.data} mayChange={mayChange} />}
        {settings.isPending && <Spinner isBlock />}
        {settings.isError && (
          <Banner tone="danger" action={{ label: 'Try again', onPress: () => void settings.refetch() }}>
            {unableTo({ verb: 'fetch', thing })}
          </Banner>
        )}
      </div>
    </section>
  );
}
