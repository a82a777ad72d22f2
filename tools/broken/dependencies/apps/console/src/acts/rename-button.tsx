import { TagBadge } from '../features/tags/tag-badge.tsx';

export const RenameButton = () => <TagBadge />;
