/** The state folder, or something above or in it, is not the agent's alone. Nothing in it may be believed. */
export class ForeignFolder extends Error {
  constructor(path: string, what: string) {
    super(
      `The agent does not start: ${path} ${what}, so somebody else could have written what the agent believes. ` +
        'Find out who made it. Then delete the state folder as an administrator, install the agent again and enrol the host anew.',
    );
  }
}
