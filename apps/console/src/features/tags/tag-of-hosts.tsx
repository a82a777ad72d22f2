import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import { tagsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPage } from '../../ui/empty-state.tsx';
import { InspectTagPreview } from './tag-previews.tsx';

const useTag = (wanted: string) => useQuery(tagsQuery).data?.find(({ tagUuid }) => tagUuid === wanted);

/** The tag a list of hosts is about. */
export function TagName({ tagUuid }: { tagUuid: string }) {
  const tag = useTag(tagUuid);
  return tag ? <strong>{tag.tagName}</strong> : null;
}

export function InspectTag({ tagUuid }: { tagUuid: string }) {
  const tag = useTag(tagUuid);
  const [isOpen, setOpen] = useState(false);
  if (!useMay('canMakeChanges') || !tag) return null;
  return (
    <>
      <Button
        variant="primary"
        isDisabled={tag.hostCount === 0}
        data-act={`inspect ${tagUuid}`}
        onPress={() => setOpen(true)}
      >
        Inspect & update tag
      </Button>
      {isOpen && <InspectTagPreview tag={tag} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A page of a tag's hosts or applications without a tag in its address. */
export function NoTagChosen({ title, of = 'hosts' }: { title: string; of?: 'hosts' | 'applications' }) {
  return (
    <EmptyPage
      pageTitle={title}
      icon={Tags}
      title="No tag chosen"
      action={
        <Link to="/tags" className={buttonClass()}>
          Go to Tags
        </Link>
      }
    >
      Choose a tag to see its {of}.
    </EmptyPage>
  );
}
