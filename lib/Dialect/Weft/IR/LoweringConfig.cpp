//===- LoweringConfig.cpp - Transformations of loops over arrays ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of options, the text of the attribute, and the lookup by which
// passes find what holds for a loop.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static constexpr LoweringOptionInfo kOptions[] = {
    {LoweringOption::ShareKernels, "share_kernels", "", 0, "",
     "compile kernels that do the same to operands of the same types once, as "
     "one function",
     /*isOfFunctions=*/true},
    {LoweringOption::CarryUnions, "carry_unions", "", 0, "",
     "carry the coordinates of all segments of a union through its loop "
     "instead "
     "of one loop for each lattice point"},
    {LoweringOption::LookupTables, "lookup_tables", "positions components", 0,
     "",
     "intersect a segment with many others by a dense table of its positions "
     "or "
     "components instead of a merge"},
    {LoweringOption::GroupUnions, "group_unions", "", 1024, "terms",
     "compare carried coordinates in groups in unions of at least so many "
     "terms"},
    {LoweringOption::SplitUnions, "split_unions", "", 1024, "operations",
     "give each case of a carried union of two a copy of a body of at most so "
     "many operations"},
    {LoweringOption::DenseAccumulators, "dense_accumulators", "", 0, "",
     "accumulate scattered segments of adjacent coordinates in a dense array "
     "instead of a coordinate list"},
    {LoweringOption::HoistWorkspaces, "hoist_workspaces", "", 0, "",
     "allocate workspaces once, before the loops that use them"},
    {LoweringOption::CarryWorkspaces, "carry_workspaces", "", 0, "",
     "hand growing arrays on from one iteration to the next"},
    {LoweringOption::UnrollHistograms, "unroll_histograms", "", 64,
     "iterations", "unroll loops that increment a counter at each coordinate"},
    {LoweringOption::VersionExtents, "version_extents", "unmasked masked", 0,
     "",
     "version loop nests for a dense mode of one column and of at most one "
     "vector"},
    {LoweringOption::WidenTiles, "widen_tiles", "", 0, "",
     "double the vector width for pairs of full tiles"},
    {LoweringOption::JamReductions, "jam_reductions", "", 0, "",
     "unroll-and-jam the reductions of four iterations"},
    {LoweringOption::VectorizeBlocks, "vectorize_blocks", "", 0, "",
     "vectorize the columns of a block, and defer the horizontal reduction to "
     "the enclosing loop"},
    {LoweringOption::TileSweeps, "tile_sweeps", "", 0, "",
     "tile sweeps over one array, as those of diagonals, so that a tile stays "
     "in registers"},
    {LoweringOption::VectorizeRows, "vectorize_rows", "", 0, "",
     "compute several rows in the lanes of a vector where each has the same "
     "number of steps"},
    {LoweringOption::InterleaveReductions, "interleave_reductions", "", 4,
     "accumulators", "reduce into several vector accumulators in turn"},
    {LoweringOption::VectorizeRuns, "vectorize_runs", "", 0, "",
     "vectorize updates of runs of adjacent coordinates"},
    {LoweringOption::VectorizeSegments, "vectorize_segments", "masked overrun",
     0, "",
     "vectorize reductions over segments; the tail is masked, or reads into "
     "the "
     "next segment"},
    {LoweringOption::VectorizeConditionals, "vectorize_conditionals",
     "gather load", 0, "",
     "vectorize conditional reductions over segments, by gathers or by scalar "
     "loads"},
    {LoweringOption::VectorizeAppends, "vectorize_appends", "", 0, "",
     "vectorize loops that append consecutive elements, with a masked tail"},
    {LoweringOption::VectorizeIntersections, "vectorize_intersections", "", 0,
     "", "intersect blocks of coordinates by vector comparisons"},
    {LoweringOption::FlattenRows, "flatten_rows", "", 0, "",
     "flatten the loops over short rows into one loop over entries"},
    {LoweringOption::VectorizeStores, "vectorize_stores", "", 0, "",
     "combine adjacent scalar stores into vector stores"},
    {LoweringOption::HoldRows, "hold_rows", "", 0, "",
     "keep a row of four vectors in registers across a loop over entries"},
    {LoweringOption::PrefetchScatters, "prefetch_scatters", "l1 l2", 0, "",
     "prefetch scatter destinations into a cache level"},
    {LoweringOption::PrefetchSegments, "prefetch_segments", "", 0, "",
     "prefetch the segments that upcoming coordinates select"},
    {LoweringOption::PrefetchGathers, "prefetch_gathers", "", 0, "",
     "prefetch indirect loads a[crd[p + d]]"},
    {LoweringOption::PrefetchStreams, "prefetch_streams", "l1 l2", 0, "",
     "prefetch position, coordinate and value arrays into a cache level"},
    {LoweringOption::PrefetchStridedGathers, "prefetch_strided_gathers", "", 0,
     "", "prefetch the first gathered element of strided steps"},
    {LoweringOption::StreamStores, "stream_stores", "", int64_t(1) << 40,
     "bytes", "store arrays of at least so many bytes with nontemporal stores"},
    {LoweringOption::JamRows, "jam_rows", "", 0, "",
     "unroll-and-jam three rows with identical coordinates"},
    {LoweringOption::StackArrays, "stack_arrays", "", 1 << 16, "bytes",
     "allocate arrays of at most so many bytes on the stack",
     /*isOfFunctions=*/true}};

bool LoweringOptionInfo::hasKeyword(StringRef keyword) const {
  SmallVector<StringRef> words;
  llvm::SplitString(keywords, words);
  return llvm::is_contained(words, keyword);
}

ArrayRef<LoweringOptionInfo> weft::getLoweringOptions() { return kOptions; }

const LoweringOptionInfo &weft::getLoweringOptionInfo(LoweringOption option) {
  const LoweringOptionInfo &info = kOptions[static_cast<size_t>(option)];
  assert(info.option == option && "the table is in order");
  return info;
}

const LoweringOptionInfo *weft::findLoweringOption(StringRef name) {
  const auto *info = llvm::find_if(
      kOptions, [&](const auto &info) { return info.name == name; });
  return info == std::end(kOptions) ? nullptr : info;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// A value is a unit, an integer of 64 bits, a string, or `false` for `off`.

static bool isOff(Attribute value) { return isa<BoolAttr>(value); }

static bool takesNothing(const LoweringOptionInfo &info) {
  return info.keywords.empty() && info.maxNumber == 0;
}

Attribute weft::getLoweringValue(MLIRContext *context,
                                 const LoweringOptionInfo &info,
                                 StringRef text) {
  Builder b(context);
  if (text == "off")
    return b.getBoolAttr(false);
  if (text.empty())
    return takesNothing(info) ? Attribute(b.getUnitAttr()) : Attribute();
  if (info.hasKeyword(text))
    return b.getStringAttr(text);
  int64_t number;
  if (!text.getAsInteger(10, number) && number > 0 && number <= info.maxNumber)
    return b.getI64IntegerAttr(number);
  return {};
}

std::string weft::printLoweringValue(Attribute value) {
  if (isOff(value))
    return "off";
  if (auto number = dyn_cast<IntegerAttr>(value))
    return std::to_string(number.getInt());
  if (auto keyword = dyn_cast<StringAttr>(value))
    return keyword.str();
  return "";
}

std::string weft::describeLoweringValues(const LoweringOptionInfo &info) {
  if (info.maxNumber != 0)
    return ("from 1 to " + Twine(info.maxNumber) + " " + info.unit + ", or off")
        .str();
  if (info.keywords.empty())
    return "no value, or off";
  SmallVector<StringRef> words;
  llvm::SplitString(info.keywords, words);
  return llvm::join(words, ", ") + " or off";
}

//===----------------------------------------------------------------------===//
// LoweringConfigAttr
//===----------------------------------------------------------------------===//

Attribute LoweringConfigAttr::lookup(LoweringOption option) const {
  return getEntries().get(getLoweringOptionInfo(option).name);
}

LoweringConfigAttr LoweringConfigAttr::with(LoweringOption option,
                                            Attribute value) const {
  NamedAttrList entries(getEntries());
  entries.set(getLoweringOptionInfo(option).name, value);
  return get(getContext(), entries.getDictionary(getContext()));
}

LoweringConfigAttr LoweringConfigAttr::getEmpty(MLIRContext *context) {
  return get(context, DictionaryAttr::get(context));
}

LogicalResult
LoweringConfigAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                           DictionaryAttr entries) {
  for (NamedAttribute entry : entries) {
    const LoweringOptionInfo *info = findLoweringOption(entry.getName());
    if (!info)
      return emitError() << "unknown option '" << entry.getName().strref()
                         << "' of a lowering configuration";
    Attribute value = entry.getValue();
    auto number = dyn_cast<IntegerAttr>(value);
    bool isNumber = number && (number.getType().isSignlessInteger(64) ||
                               number.getType().isSignlessInteger(1));
    if (!(isNumber || isa<UnitAttr, StringAttr>(value)) ||
        getLoweringValue(value.getContext(), *info,
                         printLoweringValue(value)) != value)
      return emitError() << "expected '" << info->name << "' to have "
                         << describeLoweringValues(*info) << ", got " << value;
  }
  return success();
}

Attribute LoweringConfigAttr::parse(AsmParser &parser, Type) {
  NamedAttrList entries;
  auto parseEntry = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    const LoweringOptionInfo *info = findLoweringOption(name);
    if (!info)
      return parser.emitError(loc)
             << "unknown option '" << name << "' of a lowering configuration";
    std::string text;
    if (succeeded(parser.parseOptionalEqual())) {
      loc = parser.getCurrentLocation();
      StringRef keyword;
      int64_t number;
      if (succeeded(parser.parseOptionalKeyword(&keyword)))
        text = keyword.str();
      else if (parser.parseInteger(number))
        return failure();
      else
        text = std::to_string(number);
    }
    Attribute value = getLoweringValue(parser.getContext(), *info, text);
    if (!value)
      return parser.emitError(loc) << "expected '" << name << "' to have "
                                   << describeLoweringValues(*info);
    if (entries.set(info->name, value))
      return parser.emitError(loc) << "'" << name << "' has a value already";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return get(parser.getContext(), entries.getDictionary(parser.getContext()));
}

void LoweringConfigAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::ListSeparator comma;
  // In the order of the pipeline.
  for (const LoweringOptionInfo &info : kOptions) {
    Attribute value = lookup(info.option);
    if (!value)
      continue;
    printer << StringRef(comma) << info.name;
    if (std::string text = printLoweringValue(value); !text.empty())
      printer << " = " << text;
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

LogicalResult weft::verifyLoopConfig(Operation *op, LoweringConfigAttr config) {
  for (NamedAttribute entry : config.getEntries())
    if (findLoweringOption(entry.getName())->isOfFunctions)
      return op->emitOpError("expected no option '")
             << entry.getName().strref()
             << "' in the configuration of a loop, since it holds for "
                "functions";
  return success();
}

/// The configuration of an operation itself, which foralls and coiterations
/// have as a property.
static LoweringConfigAttr getOwnConfig(Operation *op) {
  auto config = op->getAttrOfType<LoweringConfigAttr>(kLoweringConfigAttr);
  return config ? config : op->getAttrOfType<LoweringConfigAttr>("config");
}

/// The value that holds for an operation, which is null for an option that is
/// off; nothing if no operation around has a configuration.
static std::optional<Attribute> findValue(Operation *op,
                                          LoweringOption option) {
  bool isConfigured = false;
  for (Operation *around = op; around; around = around->getParentOp()) {
    LoweringConfigAttr config = getOwnConfig(around);
    if (!config)
      continue;
    isConfigured = true;
    if (Attribute value = config.lookup(option))
      return isOff(value) ? Attribute() : value;
  }
  return isConfigured ? std::optional(Attribute()) : std::nullopt;
}

LoweringConfigAttr weft::mergeLoweringConfigs(LoweringConfigAttr config,
                                              LoweringConfigAttr added) {
  if (!config || !added)
    return config ? config : added;
  NamedAttrList entries(config.getEntries());
  for (NamedAttribute entry : added.getEntries())
    entries.set(entry.getName(), entry.getValue());
  return LoweringConfigAttr::get(config.getContext(),
                                 entries.getDictionary(config.getContext()));
}

void weft::inheritLoweringConfig(Operation *from, Operation *loop) {
  if (LoweringConfigAttr config = getOwnConfig(from))
    loop->setAttr(kLoweringConfigAttr,
                  mergeLoweringConfigs(config, getOwnConfig(loop)));
}

bool weft::isChosen(Operation *op, LoweringOption option, bool byDefault) {
  std::optional<Attribute> value = findValue(op, option);
  return value ? static_cast<bool>(*value) : byDefault;
}

int64_t weft::getChosenNumber(Operation *op, LoweringOption option,
                              int64_t byDefault) {
  std::optional<Attribute> value = findValue(op, option);
  if (!value)
    return byDefault;
  auto number = dyn_cast_if_present<IntegerAttr>(*value);
  return number ? number.getInt() : 0;
}

StringRef weft::getChosenKeyword(Operation *op, LoweringOption option,
                                 StringRef byDefault) {
  std::optional<Attribute> value = findValue(op, option);
  if (!value)
    return byDefault;
  auto keyword = dyn_cast_if_present<StringAttr>(*value);
  return keyword ? keyword.getValue() : StringRef();
}
