//! A prepared program on a device: buffers, bind groups, runs, profiles.

use super::border::{Bound, floats, places};
use super::device::Device;
use super::error::GpuError;
use super::kernels::gemm::Style;
use super::kernels::{Operand, Width};
use super::lower::{Merge, lower};
use super::plan::{Form, Places, Plan, padded};
use crate::engine::error::NodeRef;
use crate::engine::program::Program;

/// How to prepare a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Every tensor keeps a separate buffer and no nodes are merged, so that [`Session::tensor`] can read all of them
    /// after a run (debugging). Costs memory.
    pub keep_intermediates: bool,
    /// Every computed tensor keeps a separate buffer, but nodes are merged as usual, so that check mode inspects what
    /// really runs. Costs memory.
    pub keep_results: bool,
    /// Deliberate failures, for tests.
    #[doc(hidden)]
    pub fault: Option<Fault>,
    /// Measure each op, if the adapter has timestamps ([`super::AdapterInfo::timestamps`]).
    pub profile: bool,
    /// Use float16, if the adapter supports it ([`super::AdapterInfo::half`]): tensors and weights take half the memory
    /// and are rounded to 11 bits. Kernels still compute in float32, and inputs and outputs of the program keep their
    /// types.
    pub half: bool,
    /// Kernel style; by default chosen by the adapter.
    pub style: Option<Style>,
}

/// A deliberate failure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The dispatches of the node at this position do nothing.
    Skip(usize),
    /// A run writes past the end of a buffer, which the API refuses.
    Misuse,
    /// A run failed because no memory is left.
    Memory,
}

/// Time of one dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTime {
    /// Position of the node in the graph.
    pub node: usize,
    /// Later nodes whose work was done by the same dispatch.
    pub fused: Vec<usize>,
    /// Kernel name.
    pub kernel: &'static str,
    /// Nanoseconds on the device.
    pub nanoseconds: u64,
}

/// Times of the last run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// One entry per dispatch, in order; empty if the adapter has no timestamps or none were requested.
    pub steps: Vec<StepTime>,
}

impl Profile {
    /// Nanoseconds on the device, all dispatches together.
    pub fn total(&self) -> u64 {
        self.steps.iter().map(|s| s.nanoseconds).sum()
    }
}

/// A program prepared for a device. Weights and intermediates stay on the device.
pub struct Session {
    device: Device,
    steps: Vec<Ready>,
    inputs: Vec<Bound>,
    outputs: Vec<Bound>,
    tensors: Vec<Option<Bound>>,
    output_bytes: u64,
    staging: wgpu::Buffer,
    /// A run was started but did not end: the staging buffer may still be mapped.
    busy: bool,
    timer: Option<Timer>,
    /// Whether the timer is used.
    is_timed: bool,
    profile: Profile,
    memory: Memory,
    fault: Option<Fault>,
    half: bool,
    /// Limits of inputs that hold indices, with their positions.
    places: Vec<(usize, Places, NodeRef)>,
}

/// Bytes that a session holds on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Weights.
    pub constants: u64,
    /// Intermediates, inputs and outputs.
    pub values: u64,
}

struct Ready {
    pipeline: wgpu::ComputePipeline,
    bindings: wgpu::BindGroup,
    groups: [u32; 3],
    time: StepTime,
}

struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds per tick.
    period: f32,
}

/// Timestamps that one query set may hold.
const MAX_QUERIES: usize = 4096;
/// Constants are gathered in buffers of about this size.
const CHUNK: u64 = 32 << 20;

impl Session {
    /// Chooses kernels, sends the weights, compiles pipelines, plans buffers.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] lists every node without a kernel; [`GpuError::TooLarge`] and
    /// [`GpuError::OutOfMemory`] when the adapter is too small.
    pub async fn prepare(device: &Device, program: &Program) -> Result<Self, GpuError> {
        Self::prepare_with(device, program, Options::default()).await
    }

    /// The same, with options.
    ///
    /// # Errors
    /// As [`Session::prepare`].
    pub async fn prepare_with(device: &Device, program: &Program, options: Options) -> Result<Self, GpuError> {
        let chosen = if device.info().software { Style::Direct } else { Style::Tiled };
        let merge = if options.keep_intermediates { Merge::No } else { Merge::Yes };
        let half = options.half && device.info().half;
        let mut plan = lower(program, options.style.unwrap_or(chosen), half, device.limits(), merge)?;
        let faulty = plan.steps.iter_mut().filter(|step| options.fault == Some(Fault::Skip(step.node)));
        faulty.for_each(|step| step.dispatch.groups = [0; 3]);
        let mut session = device.scoped(|| Self::build(device, &plan, options)).await?;
        let input = |value| plan.inputs.iter().position(|&input| input == value);
        let held = plan.places.iter().filter_map(|places| Some((input(places.value)?, *places)));
        let graph = program.graph();
        session.places =
            held.map(|(at, places)| (at, places, graph.nodes[places.node].reference(program.entry))).collect();
        Ok(session)
    }

    fn build(device: &Device, plan: &Plan, options: Options) -> Result<Self, GpuError> {
        let api = &device.shared.device;
        let buffer = |bytes: u64, usage| {
            api.create_buffer(&wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false })
        };
        let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let keep = options.keep_intermediates || options.keep_results;
        let slots = plan.slots(keep);
        let slot_buffers: Vec<wgpu::Buffer> = slots.bytes.iter().map(|&b| buffer(b, storage)).collect();
        let bound = |value: usize| Bound {
            buffer: slot_buffers[slots.of[value]].clone(),
            elements: plan.values[value] as usize,
            form: plan.forms[value],
            width: plan.widths[value],
        };
        let constants = Constants::send(device, plan);
        let (uniforms, uniform_at) = send_params(device, plan);

        let mut steps = Vec::with_capacity(plan.steps.len());
        for (step, &at) in plan.steps.iter().zip(&uniform_at) {
            let d = &step.dispatch;
            let operand = |operand: &Operand| match *operand {
                Operand::Value(v) => wgpu::BufferBinding {
                    buffer: &slot_buffers[slots.of[v]],
                    offset: 0,
                    size: wgpu::BufferSize::new(plan.bytes(v)),
                },
                Operand::Const(c) => constants.binding(c),
            };
            let mut entries = vec![wgpu::BufferBinding {
                buffer: &uniforms,
                offset: at,
                size: wgpu::BufferSize::new((d.params.len() as u64 * 4).next_multiple_of(16)),
            }];
            entries.extend(d.reads.iter().map(&operand));
            entries.push(operand(&d.write));
            let entries: Vec<wgpu::BindGroupEntry<'_>> = (0u32..)
                .zip(entries)
                .map(|(binding, b)| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(b) })
                .collect();
            steps.push(Ready {
                pipeline: device.pipeline(d.kernel, &d.source, d.reads.len()),
                bindings: api.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: None,
                    layout: &device.bind_layout(d.reads.len()),
                    entries: &entries,
                }),
                groups: d.groups,
                time: StepTime { node: step.node, fused: step.fused.clone(), kernel: d.kernel, nanoseconds: 0 },
            });
        }

        let timed = options.profile && device.info().timestamps && !steps.is_empty() && steps.len() * 2 <= MAX_QUERIES;
        let timer = timed.then(|| {
            let count = steps.len() as u32 * 2;
            Timer {
                queries: api.create_query_set(&wgpu::QuerySetDescriptor {
                    label: None,
                    ty: wgpu::QueryType::Timestamp,
                    count,
                }),
                resolved: buffer(
                    u64::from(count) * 8,
                    wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                ),
                period: device.shared.queue.get_timestamp_period(),
            }
        });
        let outputs: Vec<Bound> = plan.outputs.iter().map(|&v| bound(v)).collect();
        let output_bytes: u64 = outputs.iter().map(Bound::held).sum();
        let staging_bytes = output_bytes + timer.as_ref().map_or(0, |t| t.resolved.size());
        Ok(Self {
            device: device.clone(),
            inputs: plan.inputs.iter().map(|&v| bound(v)).collect(),
            outputs,
            tensors: if keep { plan.tensors.iter().map(|v| v.map(bound)).collect() } else { Vec::new() },
            output_bytes,
            staging: staging(api, staging_bytes),
            busy: false,
            timer,
            is_timed: options.profile,
            profile: Profile::default(),
            memory: Memory { constants: constants.bytes, values: slots.bytes.iter().sum() },
            fault: options.fault,
            half: plan.half,
            places: Vec::new(),
            steps,
        })
    }

    /// Runs once, in one submission. Inputs are in the program's order, their elements row by row; outputs likewise.
    ///
    /// # Errors
    /// [`GpuError::BadInput`] when an input does not fit; [`GpuError::Index`] when an input holds an index out of
    /// range; [`GpuError::Lost`], [`GpuError::OutOfMemory`] or [`GpuError::Validation`] when the device fails. The
    /// session can run again unless the device is lost.
    pub async fn run(&mut self, inputs: &[&[f32]]) -> Result<Vec<Vec<f32>>, GpuError> {
        let inputs: Vec<&[u8]> = inputs.iter().map(|values| bytemuck::cast_slice(values)).collect();
        let outputs = self.run_bytes(&inputs).await?;
        Ok(outputs.iter().map(|bytes| floats(bytes).collect()).collect())
    }

    /// The same with the bytes of the tensors, little-endian; bools are a byte each.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub async fn run_bytes(&mut self, inputs: &[&[u8]]) -> Result<Vec<Vec<u8>>, GpuError> {
        for (i, bound) in self.inputs.iter().enumerate() {
            let given = inputs.get(i).map_or(0, |x| x.len());
            if given != bound.bytes() {
                return Err(GpuError::BadInput { input: i, expected: bound.elements, given: given / bound.size() });
            }
        }
        if inputs.len() > self.inputs.len() {
            let i = self.inputs.len();
            return Err(GpuError::BadInput { input: i, expected: 0, given: inputs[i].len() / 4 });
        }
        self.check_places(inputs)?;
        if self.busy {
            self.staging = staging(&self.device.shared.device, self.staging.size());
        }
        self.busy = true;
        let device = self.device.clone();
        device.scoped(|| self.submit(inputs)).await?;
        let (outputs, output_bytes) = (&self.outputs, self.output_bytes);
        let (results, ticks) = device
            .read(&self.staging, |bytes| {
                let mut at = 0;
                let results: Vec<Vec<u8>> = outputs
                    .iter()
                    .map(|o| {
                        let values = o.outside(&bytes[at..]);
                        at += o.held() as usize;
                        values
                    })
                    .collect();
                let ticks: Vec<u64> = bytes[output_bytes as usize..]
                    .chunks_exact(8)
                    .map(|c| u64::from_le_bytes([c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]]))
                    .collect();
                (results, ticks)
            })
            .await?;
        self.busy = false;
        let period = self.used_timer().map(|timer| f64::from(timer.period));
        let times = self.steps.iter().zip(ticks.chunks_exact(2)).filter_map(|(step, t)| {
            let nanoseconds = (t[1].saturating_sub(t[0]) as f64 * period?) as u64;
            Some(StepTime { nanoseconds, ..step.time.clone() })
        });
        self.profile.steps = times.collect();
        Ok(results)
    }

    /// The timer of the runs that are measured.
    fn used_timer(&self) -> Option<&Timer> {
        self.timer.as_ref().filter(|_| self.is_timed)
    }

    /// A kernel cannot fail, so indices are checked before it runs.
    fn check_places(&self, inputs: &[&[u8]]) -> Result<(), GpuError> {
        for (input, held, node) in &self.places {
            let Form::Places(dtype) = self.inputs[*input].form else { continue };
            let there = |index: i64| usize::try_from(index).is_ok_and(|index| index < held.len);
            if let Some(index) = places(dtype, inputs[*input]).find(|&index| !there(index)) {
                return Err(GpuError::Index { node: node.clone(), index, size: held.len });
            }
        }
        Ok(())
    }

    fn submit(&self, inputs: &[&[u8]]) -> Result<(), GpuError> {
        let queue = &self.device.shared.queue;
        match self.fault {
            Some(Fault::Misuse) => queue.write_buffer(&self.staging, self.staging.size(), &[0; 16]),
            Some(Fault::Memory) => return Err(GpuError::OutOfMemory),
            Some(Fault::Skip(_)) | None => {}
        }
        for (bound, bytes) in self.inputs.iter().zip(inputs) {
            queue.write_buffer(&bound.buffer, 0, &bound.inside(bytes));
        }
        let mut encoder = self.device.shared.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let record = |pass: &mut wgpu::ComputePass<'_>, step: &Ready| {
            let [x, y, z] = step.groups;
            pass.set_pipeline(&step.pipeline);
            pass.set_bind_group(0, &step.bindings, &[]);
            pass.dispatch_workgroups(x, y, z);
        };
        if let Some(timer) = self.used_timer() {
            // Timestamps exist only at the ends of passes, so each dispatch gets its own pass: the run takes longer.
            for (i, step) in (0u32..).zip(&self.steps) {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                        query_set: &timer.queries,
                        beginning_of_pass_write_index: Some(i * 2),
                        end_of_pass_write_index: Some(i * 2 + 1),
                    }),
                });
                record(&mut pass, step);
            }
            encoder.resolve_query_set(&timer.queries, 0..self.steps.len() as u32 * 2, &timer.resolved, 0);
            encoder.copy_buffer_to_buffer(&timer.resolved, 0, &self.staging, self.output_bytes, timer.resolved.size());
        } else {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for step in &self.steps {
                record(&mut pass, step);
            }
        }
        let mut at = 0;
        for output in &self.outputs {
            let bytes = output.held();
            encoder.copy_buffer_to_buffer(&output.buffer, 0, &self.staging, at, bytes);
            at += bytes;
        }
        queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Measures each op of the runs that follow, or no longer; whether it can ([`Options::profile`]).
    pub fn time(&mut self, on: bool) -> bool {
        self.is_timed = on;
        self.timer.is_some()
    }

    /// Times of the last run; empty unless it was timed.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// True when tensors are stored as float16: the caller asked for it and the adapter supports it.
    pub fn half(&self) -> bool {
        self.half
    }

    /// Dispatches of one run.
    pub fn dispatches(&self) -> usize {
        self.steps.len()
    }

    /// Bytes held on the device.
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// The dispatches of a run, in order, without times.
    pub fn steps(&self) -> impl Iterator<Item = &StepTime> {
        self.steps.iter().map(|step| &step.time)
    }

    /// True for tensors that [`Session::tensor`] can read.
    pub fn keeps(&self, tensor: usize) -> bool {
        matches!(self.tensors.get(tensor), Some(Some(_)))
    }

    /// Values of a tensor after a run, by its index in the graph; `None` if it has no separate buffer (constants,
    /// outputs of merged nodes, and everything unless [`Options`] keep it).
    ///
    /// # Errors
    /// As [`Session::run`].
    pub async fn tensor(&self, index: usize) -> Result<Option<Vec<f32>>, GpuError> {
        Ok(self.tensor_bytes(index).await?.map(|bytes| floats(&bytes).collect()))
    }

    /// The same in bytes, little-endian; bools are a byte each.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub async fn tensor_bytes(&self, index: usize) -> Result<Option<Vec<u8>>, GpuError> {
        let Some(Some(bound)) = self.tensors.get(index) else { return Ok(None) };
        let device = &self.device;
        let bytes = bound.held();
        let copy = device
            .scoped(|| {
                let copy = staging(&device.shared.device, bytes);
                let mut encoder =
                    device.shared.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                encoder.copy_buffer_to_buffer(&bound.buffer, 0, &copy, 0, bytes);
                device.shared.queue.submit([encoder.finish()]);
                Ok(copy)
            })
            .await?;
        device.read(&copy, |all| Some(bound.outside(all))).await
    }
}

fn staging(api: &wgpu::Device, bytes: u64) -> wgpu::Buffer {
    api.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.max(16),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// All constants, packed into few buffers.
struct Constants {
    buffers: Vec<wgpu::Buffer>,
    /// Buffer, offset and size of each constant.
    at: Vec<(usize, u64, u64)>,
    bytes: u64,
}

impl Constants {
    fn send(device: &Device, plan: &Plan) -> Self {
        let align = device.limits().storage_align.max(16);
        let mut sizes: Vec<u64> = Vec::new();
        let mut at = Vec::with_capacity(plan.constants.len());
        for constant in &plan.constants {
            let bytes = padded(constant.words(), Width::Full);
            match sizes.last_mut() {
                Some(end) if end.next_multiple_of(align) + bytes <= CHUNK => {
                    let offset = end.next_multiple_of(align);
                    *end = offset + bytes;
                    at.push((sizes.len() - 1, offset, bytes));
                }
                _ => {
                    sizes.push(bytes);
                    at.push((sizes.len() - 1, 0, bytes));
                }
            }
        }
        let buffers: Vec<wgpu::Buffer> = sizes
            .iter()
            .map(|&size| {
                device.shared.device.create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size,
                    usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                })
            })
            .collect();
        for (constant, &(buffer, offset, _)) in plan.constants.iter().zip(&at) {
            constant.with_bytes(|bytes| device.shared.queue.write_buffer(&buffers[buffer], offset, bytes));
        }
        Self { buffers, at, bytes: sizes.iter().sum() }
    }

    fn binding(&self, constant: usize) -> wgpu::BufferBinding<'_> {
        let (buffer, offset, bytes) = self.at[constant];
        wgpu::BufferBinding { buffer: &self.buffers[buffer], offset, size: wgpu::BufferSize::new(bytes) }
    }
}

/// All parameter blocks in one buffer, and the offset of each.
fn send_params(device: &Device, plan: &Plan) -> (wgpu::Buffer, Vec<u64>) {
    let align = device.limits().uniform_align.max(16);
    let mut bytes: Vec<u8> = Vec::new();
    let mut at = Vec::with_capacity(plan.steps.len());
    for step in &plan.steps {
        bytes.resize((bytes.len() as u64).next_multiple_of(align) as usize, 0);
        at.push(bytes.len() as u64);
        bytes.extend_from_slice(bytemuck::cast_slice(&step.dispatch.params));
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    bytes.resize(bytes.len().max(16), 0);
    let buffer = device.shared.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    device.shared.queue.write_buffer(&buffer, 0, &bytes);
    (buffer, at)
}
