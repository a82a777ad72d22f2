export { Menu } from '../matrix/decide-menu.tsx';
