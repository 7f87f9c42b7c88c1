project = "Models"
html_static_path = ["_static"]
html_js_files = [
    "vintage-frames.js",
    ("https://example.org/vintage/static/vintage-explorer.js", {"type": "module"}),
]
