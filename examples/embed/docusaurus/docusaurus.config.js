export default {
  title: "Models",
  url: "https://models.example.org",
  baseUrl: "/",
  trailingSlash: true,
  onBrokenLinks: "throw",
  scripts: ["/vintage-frames.js", { src: "https://example.org/vintage/static/vintage-explorer.js", type: "module" }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
