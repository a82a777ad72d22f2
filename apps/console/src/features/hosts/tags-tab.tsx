import type { HostInfo } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Tag from 'lucide-react/icons/tag';
import { tagsQuery } from '../../lib/site.queries.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { Chosen, HostActs } from './use-host-acts.ts';
import s from './hosts.module.css';

export interface TagsTabProps {
  host: HostInfo;
  chosen: Chosen;
  acts: HostActs;
  mayChange: boolean;
}

/** The tags of one host; each change is done at once and can be undone. */
export function TagsTab({ host, chosen, acts, mayChange }: TagsTabProps) {
  const tags = useQuery(tagsQuery).data ?? [];
  const hostTags = tags.filter(({ tagUuid }) => host.tagUuids.includes(tagUuid));
  const others = tags.filter((tag) => !hostTags.includes(tag));
  return (
    <div className={cx('card', s['card'])}>
      {hostTags.length === 0 ? (
        <EmptyState icon={Tag} title="No tags on this host" />
      ) : (
        <ul className={s['rows']} aria-label={`Tags of ${host.hostName}`}>
          {hostTags.map(({ tagUuid, tagName }) => (
            <li key={tagUuid}>
              <Tag size={16} aria-hidden />
              <Link to="/tags/hosts" search={{ tagUuid }}>
                {tagName}
              </Link>
              {mayChange && (
                <div className={s['push']}>
                  <Button
                    size="small"
                    aria-label={`Remove tag ${tagName}`}
                    onPress={() => acts.tag(chosen, { addTags: [], removeTags: [tagUuid] })}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && others.length > 0 && (
        <div className={s['addTag']}>
          <Select
            label="Add a tag"
            options={others.map(({ tagUuid, tagName }) => ({ value: tagUuid, label: tagName }))}
            value={null}
            onChange={(tagUuid) => acts.tag(chosen, { addTags: [tagUuid], removeTags: [] })}
          />
        </div>
      )}
    </div>
  );
}
