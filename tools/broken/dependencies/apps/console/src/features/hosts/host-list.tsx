import { TagBadge } from '../tags/tag-badge.tsx';
export const HostList = () => <TagBadge />;
