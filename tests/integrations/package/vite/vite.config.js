export default {
  base: "./",
  worker: { format: "es" },
  optimizeDeps: { exclude: ["vintage-explorer"] },
};
