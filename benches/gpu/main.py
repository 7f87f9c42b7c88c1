"""Compares the GPU kernels, natively, with LiteRT's WebGPU accelerator on the same adapter.

    python main.py VINTAGE MODEL... [--rounds N]

VINTAGE is the program, built with the feature `gpu`; this Python has ai-edge-litert 2.3.0 or later. Each model gets random inputs from
a seed. In each round, first ours and then the peer, each in a process of its own, runs it some times after a warm-up, with 32-bit
floats and then with 16-bit ones; a time includes writing inputs and reading outputs. Prints a table with the median of the rounds'
medians in milliseconds. "Kernels" is the sum of the device's own times of all dispatches; `-` means that a program doesn't run the
model: the peer is asked for all ops on the GPU, ours may leave some to the CPU. "Compared" is check mode's result: ops compared with
the reference kernels on the same inputs.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

WARMUP, REPEAT = 10, 40
LIMIT = 120


def peer(path, inputs, single):
    """Prints the peer's median time of a run of `path`: what a child process does."""
    import numpy as np
    from ai_edge_litert.compiled_model import CompiledModel
    from ai_edge_litert.hardware_accelerator import HardwareAccelerator
    from ai_edge_litert.options import GpuOptions, Options

    options = Options(hardware_accelerators=HardwareAccelerator.GPU, gpu_options=GpuOptions(enforce_f32=single))
    model = CompiledModel.from_file(path, options=options)
    if not model.is_fully_accelerated():
        raise SystemExit("not complete on the GPU")
    key = model.get_signature_by_index(0)["key"]
    values = np.load(inputs)
    given = [values[f"i{port['index']}"] for port in model.get_input_tensor_details(key).values()]
    outputs = [(int(np.prod(port["shape"])), np.dtype(port["dtype"])) for port in model.get_output_tensor_details(key).values()]
    reads, writes = model.create_input_buffers(0), model.create_output_buffers(0)
    times = []
    for _ in range(WARMUP + REPEAT):
        start = time.perf_counter()
        for buffer, array in zip(reads, given):
            buffer.write(array)
        model.run_by_index(0, reads, writes)
        for buffer, (size, dtype) in zip(writes, outputs):
            buffer.read(size, dtype.type)
        times.append((time.perf_counter() - start) * 1000)
    print(statistics.median(times[WARMUP:]))


def drawn(path, folder):
    """Inputs of a model from a seed: one .npz for the peer, by tensor, and one .npy for each of ours, by position."""
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter

    random = np.random.default_rng(20261126)
    ports = Interpreter(model_path=path).get_input_details()
    arrays = {}
    for position, port in enumerate(ports):
        shape, dtype = [max(1, int(size)) for size in port["shape"]], np.dtype(port["dtype"])
        if dtype.kind == "f":
            values = random.random(shape).astype(dtype)
        else:
            # Numbers of classes, words and places are small; images use all of their eight bits.
            low, high = (np.iinfo(dtype).min, np.iinfo(dtype).max) if dtype.itemsize == 1 else (0, 9)
            values = random.integers(low, high + 1, shape).astype(dtype)
        arrays[f"i{port['index']}"] = values
        np.save(f"{folder}/{position}.npy", values)
    np.savez(f"{folder}/inputs.npz", **arrays)
    return [word for position in range(len(ports)) for word in ("--input", f"{position}={folder}/{position}.npy")]


def printed(command, codes=(0,)):
    """What a process prints that ends with one of `codes`; otherwise nothing."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return ""
    return ended.stdout if ended.returncode in codes else ""


def ours(program, path, inputs, *more):
    """A run of ours; `None` if it fails."""
    # Check mode ends with 1 where ops differ, after its answer.
    text = printed([program, "run", path, *inputs, "--backend", "gpu", "--json", *more], codes=(0, 1))
    ran = json.loads(text) if text else {}
    # Where the GPU fails, the CPU computes the result.
    return ran if ran.get("backend") == "gpu" else None


def compared(ran):
    """Check mode's result in words."""
    if not ran:
        return "-"
    check = ran["check"]
    agree = "all agree" if not check["differing"] else f"**{check['differing']} differ**, the first {check['first']['op']}"
    rest = sum(len(part["nodes"]) for part in ran["parts"] if part["backend"] != "gpu")
    return f"{check['ops']}, {agree}" + (f"; {rest} on the CPU" if rest else "")


def figures(program, path, rounds):
    """Times of a model by column, the adapter, and check mode's result."""
    columns = {}
    adapter = None
    with tempfile.TemporaryDirectory() as folder:
        inputs = drawn(path, folder)
        for _ in range(rounds):
            for single in (True, False):
                precision = "float32" if single else "float16"
                times = ("--warmup", str(WARMUP), "--repeat", str(REPEAT), "--precision", precision)
                ran = ours(program, path, inputs, *times)
                if ran:
                    adapter = ran["adapter"]
                    kernels = sum(node["ms"] for node in ran["timings"]) / len(ran["invocations_ms"])
                    columns.setdefault(("kernels", single), []).append(kernels)
                    columns.setdefault(("ours", single), []).append(statistics.median(ran["invocations_ms"]))
                text = printed([sys.executable, __file__, "--peer", path, f"{folder}/inputs.npz", str(int(single))])
                # After lines of its log.
                if text.strip():
                    columns.setdefault(("peer", single), []).append(float(text.split()[-1]))
        check = compared(ours(program, path, inputs, "--check"))
    return {name: statistics.median(times) for name, times in columns.items()}, adapter, check


def main(program, *words):
    rounds = 3
    if "--rounds" in words:
        at = words.index("--rounds")
        rounds, words = int(words[at + 1]), words[:at] + words[at + 2 :]
    rows, ratios, adapters = [], {True: [], False: []}, set()
    for path in words:
        times, adapter, check = figures(program, path, rounds)
        adapters |= {adapter} - {None}
        cells = [os.path.basename(path).removesuffix(".tflite")]
        for single in (True, False):
            own, other = times.get(("ours", single)), times.get(("peer", single))
            cells += [f"{times[name, single]:.2f}" if (name, single) in times else "-" for name in ("kernels", "ours", "peer")]
            cells.append(f"**{own / other:.2f}**" if own and other else "-")
            if own and other:
                ratios[single].append(own / other)
        cells.append(check)
        rows.append(cells)
        print(*cells, file=sys.stderr, flush=True)
    head = ["model", *(f"{name}, {kind}" for kind in ("float32", "float16") for name in ("kernels", "a run", "LiteRT", "ratio")), "compared"]
    for cells in (head, ["---"] * len(head), *rows):
        print("|", " | ".join(str(cell) for cell in cells), "|")
    means = [f"{statistics.geometric_mean(of):.2f} ({kind}, {len(of)} models)" for of, kind in ((ratios[True], "float32"), (ratios[False], "float16")) if of]
    print(f"\nAdapter: {', '.join(sorted(adapters))}. Geometric mean of the ratios: {', '.join(means)}.")


if sys.argv[1] == "--peer":
    peer(sys.argv[2], sys.argv[3], sys.argv[4] == "1")
else:
    main(*sys.argv[1:])
