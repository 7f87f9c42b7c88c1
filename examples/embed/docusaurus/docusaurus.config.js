export default {
  title: "Models",
  url: "https://models.example.org",
  baseUrl: "/",
  trailingSlash: true,
  onBrokenLinks: "throw",
  scripts: ["/vintage-frames.js"],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
