/** Who may fetch files of the server, and which. */
export const downloadMutants = [
  {
    guard: 'session of a download',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'await authorise(endpoint, request, openContext(request, reply));\n      return sendFile',
    instead: 'request.isAuthorised = true;\n      return sendFile',
    red: {
      file: 'apps/server/src/modules/hosts/agents/agent-packages.test.ts',
      test: 'go to nobody who is not signed in, and nothing else in the folder goes to anybody',
    },
  },
];
