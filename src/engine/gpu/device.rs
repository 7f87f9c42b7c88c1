//! The adapter and its device: requests, limits, and errors that arrive late.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::{GpuError, Unavailable};
use super::wake;

/// A device with its queue, and the pipelines compiled on it so far. Cheap to clone; clones share everything.
#[derive(Clone)]
pub struct Device {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    info: AdapterInfo,
    limits: DeviceLimits,
    late: Arc<Mutex<Late>>,
    cache: Mutex<Cache>,
}

/// Errors that the API reports outside any call.
#[derive(Default)]
struct Late {
    lost: Option<String>,
    uncaptured: Option<GpuError>,
}

#[derive(Default)]
struct Cache {
    pipelines: HashMap<String, wgpu::ComputePipeline>,
    layouts: HashMap<usize, wgpu::BindGroupLayout>,
}

/// The adapter, for the screen and for benchmarks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterInfo {
    /// Name from the driver or browser; may be empty in a browser.
    pub name: String,
    /// `vulkan` or `webgpu`.
    pub backend: &'static str,
    /// True for an adapter that computes on the CPU.
    pub software: bool,
    /// True when the profile has times per op.
    pub timestamps: bool,
    /// True when it supports float16 (`shader-f16`): [`super::Options::half`].
    pub half: bool,
}

/// Limits of the device that plans need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLimits {
    /// Bytes of one storage binding.
    pub binding_bytes: u64,
    /// Bytes of one buffer.
    pub buffer_bytes: u64,
    /// Alignment of a storage binding's offset in bytes.
    pub storage_align: u64,
    /// Alignment of a uniform binding's offset in bytes.
    pub uniform_align: u64,
    /// Work groups along one dimension of a dispatch.
    pub groups: u32,
}

thread_local! {
    /// The API of this thread. Natively each new one loads and unloads every driver of the machine.
    static INSTANCE: wgpu::Instance = {
        let mut instance = wgpu::InstanceDescriptor::new_without_display_handle();
        // The environment may choose an adapter natively; in a browser only WebGPU is compiled in.
        instance.backends = wgpu::Backends::VULKAN | wgpu::Backends::BROWSER_WEBGPU;
        wgpu::Instance::new(instance)
    };
}

impl Device {
    /// Asks for an adapter and a device.
    ///
    /// # Errors
    /// [`GpuError::Unavailable`] with the step that failed. The caller then runs elsewhere and reports it.
    pub async fn request() -> Result<Self, GpuError> {
        let instance = INSTANCE.with(Clone::clone);
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = instance
            .request_adapter(&options)
            .await
            .map_err(|e| GpuError::Unavailable { reason: Unavailable::NoAdapter, detail: e.to_string() })?;
        let info = adapter.get_info();
        let offered = adapter.limits();
        // The defaults, which every adapter of a browser has, with the adapter's own sizes, so that large tensors need no splitting
        // if the adapter supports them.
        #[cfg(target_arch = "wasm32")]
        let usual = wgpu::Limits::default();
        #[cfg(not(target_arch = "wasm32"))]
        let usual = wgpu::Limits::default().or_worse_values_from(&offered);
        let limits = wgpu::Limits {
            max_storage_buffer_binding_size: offered.max_storage_buffer_binding_size,
            max_buffer_size: offered.max_buffer_size,
            ..usual
        };
        let features = adapter.features() & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::SHADER_F16);
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("vintage"),
                required_features: features,
                required_limits: limits.clone(),
                ..Default::default()
            })
            .await
            .map_err(|e| GpuError::Unavailable { reason: Unavailable::NoDevice, detail: e.to_string() })?;

        let late = Arc::new(Mutex::new(Late::default()));
        let keep = late.clone();
        device.set_device_lost_callback(move |reason, words| {
            keep.lock().unwrap_or_else(PoisonError::into_inner).lost = Some(format!("{reason:?} {words}"));
        });
        let keep = late.clone();
        device.on_uncaptured_error(Arc::new(move |e| {
            keep.lock().unwrap_or_else(PoisonError::into_inner).uncaptured.get_or_insert(from_wgpu(e));
        }));
        let info = AdapterInfo {
            name: info.name,
            backend: if info.backend == wgpu::Backend::BrowserWebGpu { "webgpu" } else { "vulkan" },
            software: info.device_type == wgpu::DeviceType::Cpu,
            timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY),
            half: features.contains(wgpu::Features::SHADER_F16),
        };
        let limits = DeviceLimits {
            binding_bytes: limits.max_storage_buffer_binding_size,
            buffer_bytes: limits.max_buffer_size,
            storage_align: u64::from(limits.min_storage_buffer_offset_alignment),
            uniform_align: u64::from(limits.min_uniform_buffer_offset_alignment),
            groups: limits.max_compute_workgroups_per_dimension,
        };
        // Its parts are `Send` natively; in a browser, which has no threads, they are not.
        #[allow(clippy::arc_with_non_send_sync)]
        Ok(Self { shared: Arc::new(Shared { device, queue, info, limits, late, cache: Mutex::default() }) })
    }

    /// The adapter.
    pub fn info(&self) -> &AdapterInfo {
        &self.shared.info
    }

    /// Limits of the device.
    pub fn limits(&self) -> DeviceLimits {
        self.shared.limits
    }

    /// Pipelines compiled on this device so far.
    pub fn pipelines(&self) -> usize {
        self.cache().pipelines.len()
    }

    /// Destroys the device. Later runs on it end with [`GpuError::Lost`].
    pub fn destroy(&self) {
        self.late().lost.get_or_insert_with(|| "destroyed by its owner".into());
        self.shared.device.destroy();
    }

    /// The device's state: an error when it was lost or reported an error outside any call.
    pub(super) fn check(&self) -> Result<(), GpuError> {
        let mut late = self.late();
        if let Some(words) = &late.lost {
            return Err(GpuError::Lost(words.clone()));
        }
        late.uncaptured.take().map_or(Ok(()), Err)
    }

    /// Runs `work`, which may call the API but not wait, and turns errors that the API reports into an error.
    pub(super) async fn scoped<T>(&self, work: impl FnOnce() -> Result<T, GpuError>) -> Result<T, GpuError> {
        self.check()?;
        let device = &self.shared.device;
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = work();
        // Scopes end here, in reverse order; only their results are awaited.
        let (validation, internal, memory) = (validation.pop(), internal.pop(), memory.pop());
        let first = [validation.await, internal.await, memory.await].into_iter().flatten().next();
        self.lost()?;
        match first {
            Some(e) => Err(from_wgpu(e)),
            None => result,
        }
    }

    fn lost(&self) -> Result<(), GpuError> {
        self.late().lost.as_ref().map_or(Ok(()), |words| Err(GpuError::Lost(words.clone())))
    }

    /// The pipeline for a shader, compiled at most once per device. `reads` is the number of read-only bindings.
    pub(super) fn pipeline(&self, label: &str, source: &str, reads: usize) -> wgpu::ComputePipeline {
        if let Some(found) = self.cache().pipelines.get(source) {
            return found.clone();
        }
        let device = &self.shared.device;
        let layout = self.bind_layout(reads);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(label),
            layout: Some(&layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &[],
                // Every kernel writes its workgroup memory before it reads it.
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        });
        self.cache().pipelines.insert(source.to_owned(), pipeline.clone());
        pipeline
    }

    /// Binding 0: parameters; 1..=reads: read-only storage; last: the output.
    pub(super) fn bind_layout(&self, reads: usize) -> wgpu::BindGroupLayout {
        if let Some(found) = self.cache().layouts.get(&reads) {
            return found.clone();
        }
        let entry = |binding: usize, ty| wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let mut entries = vec![entry(0, wgpu::BufferBindingType::Uniform)];
        entries.extend((1..=reads).map(|i| entry(i, wgpu::BufferBindingType::Storage { read_only: true })));
        entries.push(entry(reads + 1, wgpu::BufferBindingType::Storage { read_only: false }));
        let layout = self
            .shared
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        self.cache().layouts.insert(reads, layout.clone());
        layout
    }

    /// The bytes of a range of a `MAP_READ` buffer, once the work submitted before has ended.
    pub(super) async fn read<T>(&self, buffer: &wgpu::Buffer, take: impl FnOnce(&[u8]) -> T) -> Result<T, GpuError> {
        let (send, receive) = wake::once();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| send.set(result.is_ok()));
        // Natively this waits and runs the callback; in a browser it does nothing and the event loop runs it.
        let polled = self.shared.device.poll(wgpu::PollType::wait_indefinitely());
        let mapped = polled.is_ok() && receive.await;
        self.check()?;
        if !mapped {
            return Err(GpuError::Lost("the output could not be mapped".into()));
        }
        let view = buffer.get_mapped_range(..).map_err(|e| GpuError::Validation(format!("{e:?}")))?;
        let out = take(&view);
        drop(view);
        buffer.unmap();
        Ok(out)
    }

    fn late(&self) -> std::sync::MutexGuard<'_, Late> {
        self.shared.late.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.shared.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn from_wgpu(e: wgpu::Error) -> GpuError {
    match e {
        wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory,
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            GpuError::Validation(description)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_api_reports_keeps_its_kind_and_words() {
        let source = || Box::new(std::io::Error::other("cause"));
        let description = String::from("words");
        let memory = wgpu::Error::OutOfMemory { source: source() };
        assert_eq!(from_wgpu(memory), GpuError::OutOfMemory);
        let refused = wgpu::Error::Validation { source: source(), description: description.clone() };
        assert_eq!(from_wgpu(refused), GpuError::Validation(description.clone()));
        let internal = wgpu::Error::Internal { source: source(), description: description.clone() };
        assert_eq!(from_wgpu(internal), GpuError::Validation(description));
    }
}
