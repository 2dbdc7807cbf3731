// Runs on /graphql, after the bundle of GraphiQL.
/// <reference lib="dom" />

export {};

declare const YogaGraphiQL: {
  renderYogaGraphiQL: (root: Element, options: object) => void;
};

const root = document.querySelector<HTMLElement>('#root');
if (root) {
  const workers: Record<string, string> = JSON.parse(root.dataset['workers'] ?? '{}');
  // Read by the editor (Monaco) to start its workers.
  Object.assign(globalThis, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_module: string, label: string) => workers[label],
    },
  });
  YogaGraphiQL.renderYogaGraphiQL(root, JSON.parse(root.dataset['options'] ?? '{}'));
}
