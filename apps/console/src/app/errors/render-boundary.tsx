import { Component, type ReactNode } from 'react';
import { exceptions } from '../../lib/client.ts';
import { RenderError } from './render-error.tsx';

interface Props {
  children: ReactNode;
  /** A new value, such as the address, gives the children another try. */
  resetKey?: unknown;
}
interface State {
  error: unknown;
  resetKey: unknown;
}

const fine = Symbol('nothing was thrown');

/** Keeps a failure while drawing from taking the rest of the screen with it, and reports it. */
export class RenderBoundary extends Component<Props, State> {
  override state: State = { error: fine, resetKey: this.props.resetKey };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  static getDerivedStateFromProps = (props: Props, state: State) =>
    props.resetKey === state.resetKey ? null : { error: fine, resetKey: props.resetKey };

  override componentDidCatch(error: unknown) {
    exceptions.reportShown(error);
  }

  override render() {
    return this.state.error === fine ? this.props.children : <RenderError error={this.state.error} />;
  }
}
