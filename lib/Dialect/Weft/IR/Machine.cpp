//===- Machine.cpp - Description of the target machine ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of a processor that the lowering depends on: cache sizes,
// latencies, and tuned constants such as prefetch distances. The table of
// fields defines the attribute and the text of a description, and the known
// processors have measured values.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static constexpr int64_t kMany = int64_t(1) << 40;

// The names of cache sizes and of the vector width are those that MLIR's
// documentation of DLTI uses.
static constexpr MachineField kFields[] = {
    {"max_vector_op_width", &Machine::vectorBits, 64, 4096, "bits",
     "width of the widest vector instructions"},
    {"vector_registers", &Machine::vectorRegisters, 8, 1024, "registers",
     "number of vector registers"},
    {"vector_masks", &Machine::vectorMasks, 0, 1, "0 or 1",
     "vectors have masks, and vector comparisons give one bit for each lane"},
    {"fast_gathers", &Machine::fastGathers, 0, 1, "0 or 1",
     "a masked gather takes no longer than a few loads"},
    {"cache_line_size_in_bytes", &Machine::cacheLineBytes, 16, 4096, "bytes",
     "size of a cache line", /*isPowerOfTwo=*/true},
    {"L1_cache_size_in_bytes", &Machine::l1Bytes, 0, kMany, "bytes",
     "size of the first data cache of a core"},
    {"L2_cache_size_in_bytes", &Machine::l2Bytes, 0, kMany, "bytes",
     "size of the second cache of a core"},
    {"L3_cache_size_in_bytes", &Machine::l3Bytes, 0, kMany, "bytes",
     "size of the last cache that a core shares"},
    {"L3_latency_in_cycles", &Machine::l3LatencyCycles, 1, 10000, "cycles",
     "load-to-use latency of the last cache; below 60, loads are prefetched "
     "into the second cache (docs/experiments/prefetching.md)"},
    {"gather_prefetch_distance", &Machine::gatherPrefetchDistance, 1, kMany,
     "positions",
     "distance of prefetches of indirect loads "
     "(docs/experiments/prefetching.md)"},
    {"gather_prefetch_min_bytes", &Machine::gatherPrefetchMinBytes, 0, kMany,
     "bytes",
     "least size of an array that indirect loads are prefetched from "
     "(docs/experiments/prefetching.md)"},
    {"update_prefetch_min_bytes", &Machine::updatePrefetchMinBytes, 0, kMany,
     "bytes",
     "the same for an array that is updated (docs/experiments/prefetching.md)"},
    {"strided_gather_prefetch_distance",
     &Machine::stridedGatherPrefetchDistance, 1, kMany, "positions",
     "distance for the first indirect load of an unrolled step "
     "(docs/experiments/prefetching.md)"},
    {"row_prefetch_distance", &Machine::rowPrefetchDistance, 1, kMany,
     "positions",
     "distance of prefetches of rows that coordinates select "
     "(docs/experiments/prefetching.md)"},
    {"row_prefetch_min_bytes", &Machine::rowPrefetchMinBytes, 0, kMany, "bytes",
     "least size of an array that rows are prefetched from "
     "(docs/experiments/prefetching.md)"},
    {"fiber_prefetch_distance", &Machine::fiberPrefetchDistance, 1, kMany,
     "positions",
     "distance of prefetches of rows in fibers of a tensor of order "
     "three or more (docs/experiments/prefetching.md)"},
    {"segment_prefetch_distance", &Machine::segmentPrefetchDistance, 1, kMany,
     "positions",
     "distance of prefetches of the segments that coordinates "
     "select (docs/experiments/prefetching.md)"},
    {"stream_prefetch_distance", &Machine::streamPrefetchDistance, 1, kMany,
     "elements",
     "distance of prefetches of sequential accesses "
     "(docs/experiments/prefetching.md)"},
    {"gather_reuse_span", &Machine::gatherReuseSpan, 1, 1 << 30, "elements",
     "largest difference of coordinates 256 entries apart for which indirect "
     "loads reuse lines (docs/experiments/prefetching.md)"},
    {"gather_reuse_min_loads", &Machine::gatherReuseMinLoads, 1, 1 << 20,
     "loads",
     "average number of loads of a line from which on reuse makes "
     "prefetches unprofitable (docs/experiments/prefetching.md)"},
    {"fiber_prefetch_min_bytes", &Machine::fiberPrefetchMinBytes, 0, kMany,
     "bytes",
     "least size of a vector that is prefetched in a fiber "
     "(docs/experiments/prefetching.md)"},
    {"L1_scatter_prefetch_distance", &Machine::l1ScatterPrefetchDistance, 1,
     kMany, "positions",
     "distance of prefetches of scatter destinations into the first cache "
     "(docs/experiments/prefetching.md)"},
    {"L2_scatter_prefetch_distance", &Machine::l2ScatterPrefetchDistance, 1,
     kMany, "positions",
     "the same into the second cache (docs/experiments/prefetching.md)"},
    {"L2_scatter_prefetch_min_entries", &Machine::l2ScatterPrefetchMinEntries,
     0, kMany, "entries",
     "least number of entries for which scatter destinations are prefetched "
     "into the second cache (docs/experiments/prefetching.md)"},
    {"scatter_reuse_span", &Machine::scatterReuseSpan, 1, 1 << 30, "elements",
     "largest difference of coordinates 256 entries apart for which scatters "
     "reuse lines (docs/experiments/prefetching.md)"},
    {"L1_stream_prefetch_min_elements", &Machine::l1StreamPrefetchMinElements,
     0, kMany, "elements",
     "least size of an array that short steps prefetch into the first cache "
     "(docs/experiments/prefetching.md)"},
    {"L2_stream_prefetch_min_elements", &Machine::l2StreamPrefetchMinElements,
     0, kMany, "elements",
     "the same into the second cache (docs/experiments/prefetching.md)"},
    {"L2_stream_prefetch_elements", &Machine::l2StreamPrefetchElements, 1, 1024,
     "elements",
     "number of elements that are prefetched into the second cache before a "
     "segment (docs/experiments/prefetching.md)"},
    {"gather_vector_max_bytes", &Machine::gatherVectorMaxBytes, 0, kMany,
     "bytes",
     "largest array that overrunning vectors gather from "
     "(docs/experiments/segment-vectors.md)"},
    {"stream_store_min_bytes", &Machine::streamStoreMinBytes, 1, kMany, "bytes",
     "least size of an array that is stored past the caches "
     "(docs/experiments/prefetching.md)"},
    {"stack_array_max_bytes", &Machine::stackArrayMaxBytes, 1, 1 << 16, "bytes",
     "largest array on the stack "
     "(docs/experiments/memory-and-compile-time.md)"},
    {"lane_stream_prefetch_distance", &Machine::laneStreamPrefetchDistance, 1,
     kMany, "elements",
     "distance of prefetches in a vectorized outer loop whose accesses are one "
     "stream (docs/experiments/ell-and-dia.md)"},
    {"lane_row_prefetch_distance", &Machine::laneRowPrefetchDistance, 1,
     1 << 20, "vectors",
     "the same where its accesses are a stream for each inner iteration "
     "(docs/experiments/ell-and-dia.md)"},
    {"lane_load_max_elements", &Machine::laneLoadMaxElements, 0, kMany,
     "elements",
     "largest array that a vectorized outer loop may load from lane by lane "
     "(docs/experiments/ell-and-dia.md)"},
    {"sweep_tile_prefetch_distance", &Machine::sweepTilePrefetchDistance, 1,
     1 << 20, "tiles",
     "distance of prefetches of jammed sweeps "
     "(docs/experiments/ell-and-dia.md)"},
    {"lane_load_reuse_span", &Machine::laneLoadReuseSpan, 1, 1 << 30,
     "elements",
     "distance of the first indices of the first and last lane below which a "
     "vectorized outer loop loads from larger arrays lane by lane "
     "(docs/experiments/ell-and-dia.md)"},
    {"lane_gather_unroll_factor", &Machine::laneGatherUnrollFactor, 1, 16,
     "iterations",
     "unroll factor of gathering inner loops of a vectorized outer loop, whose "
     "coordinates are loaded first (docs/experiments/ell-and-dia.md)"},
    {"gather_vector_reuse_span", &Machine::gatherVectorReuseSpan, 1, 1 << 30,
     "elements",
     "span of the middle half of a segment's coordinates below which "
     "overrunning vectors gather from larger arrays "
     "(docs/experiments/segment-vectors.md)"},
    {"scalar_segment_max_length", &Machine::scalarSegmentMaxLength, 0, 64,
     "entries",
     "average length of segments up to which loops with masked tails remain "
     "scalar (docs/experiments/segment-vectors.md)"},
    {"append_vector_min_iterations", &Machine::appendVectorMinIterations, 64,
     1 << 20, "iterations",
     "least trip count of vectorized appends that load elements which may "
     "still be in the store buffer (docs/experiments/segment-vectors.md)"},
    {"prefetcher_streams", &Machine::prefetcherStreams, 1, 1024, "streams",
     "number of sequential streams that hardware prefetchers track, and so of "
     "sweeps that are jammed (docs/experiments/ell-and-dia.md)"},
    {"jammed_reductions", &Machine::jammedReductions, 2, 8, "iterations",
     "number of jammed reductions, which hides the latency of an addition "
     "(docs/experiments/accumulators.md)"},
    {"jammed_block_max_rows", &Machine::jammedBlockMaxRows, 2, 64, "rows",
     "most rows of a block whose reductions are jammed, with a vector register "
     "for each (docs/experiments/accumulators.md)"},
    {"held_row_vectors", &Machine::heldRowVectors, 1, 32, "vectors",
     "number of vectors of a row that is kept in registers across a loop over "
     "entries (docs/experiments/accumulators.md)"},
    {"jammed_row_max_bytes", &Machine::jammedRowMaxBytes, 0, 1 << 16, "bytes",
     "most bytes of vectors that the loops of a jammed row carry "
     "(docs/experiments/accumulators.md)"},
    {"jammed_row_min_bytes", &Machine::jammedRowMinBytes, 1, 1 << 16, "bytes",
     "bytes that an entry gathers from which on rows are jammed without "
     "sampling (docs/experiments/accumulators.md)"},
    {"jammed_row_min_sampled_bytes", &Machine::jammedRowMinSampledBytes, 1,
     1 << 16, "bytes",
     "bytes that an entry gathers from which on rows are jammed if sampled "
     "groups match (docs/experiments/accumulators.md)"},
    {"scattered_store_cost", &Machine::scatteredStoreCost, 1, 1024, "stores",
     "number of contiguous stores that take as long as a scattered one "
     "(docs/experiments/memory-and-compile-time.md)"},
    {"dense_workspace_max_components", &Machine::denseWorkspaceMaxComponents, 1,
     1 << 30, "components",
     "size up to which a workspace has memory for all components, so that a "
     "cache holds it (docs/experiments/memory-and-compile-time.md)"}};

ArrayRef<MachineField> weft::getMachineFields() { return kFields; }

bool MachineField::contains(int64_t value) const {
  return value >= least && value <= most &&
         (!isPowerOfTwo || llvm::isPowerOf2_64(value));
}

//===----------------------------------------------------------------------===//
// Known processors
//===----------------------------------------------------------------------===//

/// Processors of AMD whose cores share a last cache of low latency with few
/// others. Tuned constants are those of the experiments on Zen 3, Zen 4 and Zen
/// 5 (docs/performance.md).
static Machine getZen(StringRef name, int64_t vectorBits, int64_t l1KiB,
                      int64_t l2KiB, int64_t l3Latency) {
  Machine machine;
  machine.name = name.str();
  machine.vectorBits = vectorBits;
  bool hasAVX512 = vectorBits == 512;
  machine.vectorRegisters = hasAVX512 ? 32 : 16;
  machine.vectorMasks = hasAVX512;
  machine.l1Bytes = l1KiB << 10;
  machine.l2Bytes = l2KiB << 10;
  machine.l3Bytes = int64_t(32) << 20;
  machine.l3LatencyCycles = l3Latency;
  return machine;
}

/// Processors of Intel with AVX-512, whose last cache is shared by all cores.
/// Cache sizes and latencies are those of Intel's optimization manual; the
/// tuned constants are those of `generic`.
static Machine getXeon(StringRef name, int64_t l1KiB, int64_t l2KiB,
                       int64_t l3Latency) {
  Machine machine;
  machine.name = name.str();
  machine.vectorBits = 512;
  machine.vectorRegisters = 32;
  machine.vectorMasks = machine.fastGathers = 1;
  machine.l1Bytes = l1KiB << 10;
  machine.l2Bytes = l2KiB << 10;
  machine.l3LatencyCycles = l3Latency;
  return machine;
}

static ArrayRef<Machine> getKnown() {
  static const Machine known[] = {Machine(),
                                  getXeon("icelake-server", 48, 1280, 70),
                                  getXeon("sapphirerapids", 48, 2048, 75),
                                  getXeon("skylake-avx512", 32, 1024, 70),
                                  getZen("znver3", 256, 32, 512, 46),
                                  getZen("znver4", 512, 32, 1024, 50),
                                  getZen("znver5", 512, 48, 1024, 50)};
  return known;
}

std::optional<Machine> Machine::find(StringRef name) {
  for (const Machine &machine : getKnown())
    if (machine.name == name)
      return machine;
  return std::nullopt;
}

SmallVector<StringRef> Machine::getNames() {
  SmallVector<StringRef> names;
  for (const Machine &machine : getKnown())
    names.push_back(machine.name);
  return names;
}

//===----------------------------------------------------------------------===//
// As an attribute
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kDevice = "CPU", kName = "name";

/// The entries of the device in the module around an operation.
static TargetDeviceSpecInterface findDevice(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  for (; op && !module; op = op->getParentOp())
    module = dyn_cast<ModuleOp>(op);
  auto system = module ? module->getAttrOfType<TargetSystemSpecAttr>(
                             DLTIDialect::kTargetSystemDescAttrName)
                       : TargetSystemSpecAttr();
  if (!system)
    return {};
  std::optional<TargetDeviceSpecInterface> device =
      system.getDeviceSpecForDeviceID(
          StringAttr::get(system.getContext(), kDevice));
  return device.value_or(TargetDeviceSpecInterface());
}

Machine Machine::of(Operation *op) {
  Machine machine;
  TargetDeviceSpecInterface device = findDevice(op);
  if (!device)
    return machine;
  for (DataLayoutEntryInterface entry : device.getEntries()) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    if (!key)
      continue;
    if (auto name = dyn_cast<StringAttr>(entry.getValue());
        name && key == kName)
      machine.name = name.str();
    auto number = dyn_cast<IntegerAttr>(entry.getValue());
    const auto *field = llvm::find_if(
        kFields, [&](const auto &field) { return field.name == key; });
    if (!number || field == std::end(kFields) ||
        !number.getValue().isSignedIntN(64))
      continue;
    // What is out of the range of a field is not known.
    int64_t value = number.getValue().getSExtValue();
    if (field->contains(value))
      machine.*field->member = value;
  }
  return machine;
}

void Machine::attachTo(ModuleOp module) const {
  Builder b(module.getContext());
  // Other devices are kept.
  SmallVector<DataLayoutEntryInterface> devices, entries;
  if (auto known = module->getAttrOfType<TargetSystemSpecAttr>(
          DLTIDialect::kTargetSystemDescAttrName))
    llvm::copy_if(known.getEntries(), std::back_inserter(devices),
                  [](DataLayoutEntryInterface entry) {
                    auto name = dyn_cast<StringAttr>(entry.getKey());
                    return !name || name != kDevice;
                  });
  entries.push_back(
      DataLayoutEntryAttr::get(b.getStringAttr(kName), b.getStringAttr(name)));
  for (const MachineField &field : kFields)
    entries.push_back(DataLayoutEntryAttr::get(
        b.getStringAttr(field.name), b.getI64IntegerAttr(this->*field.member)));
  auto device = TargetDeviceSpecAttr::get(b.getContext(), entries);
  devices.insert(devices.begin(),
                 DataLayoutEntryAttr::get(b.getStringAttr(kDevice), device));
  auto system = TargetSystemSpecAttr::get(b.getContext(), devices);
  module->setAttr(DLTIDialect::kTargetSystemDescAttrName, system);
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

void Machine::print(raw_ostream &os) const {
  os << "name = " << name << "\n";
  for (const MachineField &field : kFields) {
    std::string value = std::to_string(this->*field.member);
    os << field.name << " = " << value;
    os.indent(std::max<int>(1, 46 - field.name.size() - value.size()))
        << "# " << field.unit << ": " << field.summary << "\n";
  }
}

static llvm::Error makeError(size_t line, const Twine &message) {
  return llvm::createStringError("line " + Twine(line) + ": " + message);
}

llvm::Expected<Machine> Machine::parse(StringRef text) {
  Machine machine;
  llvm::StringMap<size_t> seen;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [index, whole] : llvm::enumerate(lines)) {
    size_t number = index + 1;
    StringRef line = whole.split('#').first.trim();
    if (line.empty())
      continue;
    if (!line.contains('='))
      return makeError(number, "expected 'field = value', got '" + line + "'");
    auto [left, right] = line.split('=');
    StringRef name = left.trim(), value = right.trim();
    if (auto [known, isNew] = seen.insert({name, number}); !isNew)
      return makeError(number, "'" + name + "' has a value on line " +
                                   Twine(known->second) + " already");
    if (name == kName) {
      // It says what the other fields are unless they are listed.
      if (seen.size() != 1)
        return makeError(number, "expected 'name' before other fields");
      if (value.empty())
        return makeError(number, "expected the name of a processor");
      if (std::optional<Machine> known = find(value))
        machine = *known;
      machine.name = value.str();
      continue;
    }
    const auto *field = llvm::find_if(
        kFields, [&](const auto &field) { return field.name == name; });
    if (field == std::end(kFields))
      return makeError(number, "unknown field '" + name +
                                   "'; -print-machine lists the fields");
    int64_t parsed;
    if (value.getAsInteger(10, parsed) || !field->contains(parsed))
      return makeError(number,
                       "expected '" + name + "' from " + Twine(field->least) +
                           " to " + Twine(field->most) + " (" + field->unit +
                           (field->isPowerOfTwo ? ", a power of two" : "") +
                           "), got '" + value + "'");
    machine.*field->member = parsed;
  }
  return machine;
}
