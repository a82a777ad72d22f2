import { TagsScreen } from '../../features/tags/tags-screen.tsx';

export function TagsPage() {
  return <TagsScreen />;
}
