import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { useEffect, useState } from 'react';
import { useSiteUuid } from '../../../acts/jobs/job-draft-store.ts';
import { removeUploaded } from '../../../acts/uploads/use-upload.ts';
import { drafts } from '../../../lib/client.ts';
import { draftOf, emptyDraft, type SpecDraft, specDraft } from './spec-draft.ts';

/** Kept for this tab until it is saved or given up: a reload, or an upload that takes long, loses nothing. */
export const useSpecDraft = (config: CustomConfig | null) => {
  const site = useSiteUuid();
  const name = `custom-software.${config?.customDeploymentConfigUuid ?? 'new'}`;
  const [begun] = useState(() => {
    const saved = config ? draftOf(config) : emptyDraft;
    const kept = drafts.read(site, name, specDraft);
    // What somebody else saved meanwhile is not written over.
    return kept?.serialNumber === saved.serialNumber ? { draft: kept, isKept: true } : { draft: saved, isKept: false };
  });
  const [draft, setDraft] = useState<SpecDraft>(begun.draft);
  useEffect(() => {
    if (draft !== begun.draft) drafts.keep(site, name, draft);
  }, [draft, begun, site, name]);
  const savedTags = new Set(config?.files.map(({ siteResourceTag }) => siteResourceTag));
  const forget = () => drafts.keep(site, name, undefined);
  return {
    draft,
    setDraft,
    isKept: begun.isKept,
    /** Was uploaded for this form, and nothing uses it yet. */
    isOwn: (tag: string) => !savedTags.has(tag),
    forget,
    /** Forgets what was typed, and what was uploaded for it. */
    giveUp: () => {
      forget();
      for (const { siteResourceTag: tag } of draft.files) if (!savedTags.has(tag)) removeUploaded('installer', tag);
    },
  };
};
