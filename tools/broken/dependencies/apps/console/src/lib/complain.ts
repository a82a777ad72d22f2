export { TagBadge } from '../features/tags/tag-badge.tsx';
