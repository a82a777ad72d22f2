import type { ChangelogVersion } from '@patchkeep/contract/changelog';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { changelogQuery } from './changelog.queries.ts';
import { inlineMarkdown } from './inline-markdown.tsx';
import s from './changelog.module.css';

function Version({ version, released, sections }: ChangelogVersion) {
  const id = `version-${version}`;
  return (
    <section className={cx('card', s['version'])} aria-labelledby={id}>
      <div className={s['head']}>
        <h2 id={id}>{released === null ? 'Next version' : `Version ${version}`}</h2>
        <span className="muted">
          {released === null ? 'Part of this server, not released yet' : <time dateTime={released}>{released}</time>}
        </span>
      </div>
      {sections.map(({ title, entries }) => (
        <div key={title} className={s['section']}>
          <h3>{title}</h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry}>{inlineMarkdown(entry)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

export function ChangelogScreen() {
  const query = useQuery(changelogQuery);
  const versions = query.data?.versions.filter(({ sections }) => sections.length > 0);
  return (
    <>
      <PageHead title={pages['/changelog'].title} lead="What each version brings" />
      {query.isPending && <Spinner isBlock />}
      {query.isError && !versions && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          Unable to fetch changelog.
        </Banner>
      )}
      {versions?.map((version) => (
        <Version key={version.version} {...version} />
      ))}
    </>
  );
}
