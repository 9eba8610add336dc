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

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The largest prefetch distance that is a value.
static constexpr int64_t kMaxDistance = int64_t(1) << 40;

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
     "unroll-and-jam the reductions of several iterations"},
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
     "keep a row of a few vectors in registers across a loop over entries"},
    {LoweringOption::PrefetchScatters, "prefetch_scatters", "l1 l2",
     kMaxDistance, "positions",
     "prefetch scatter destinations into a cache level, so many positions "
     "ahead"},
    {LoweringOption::PrefetchSegments, "prefetch_segments", "", kMaxDistance,
     "positions",
     "prefetch the segments that coordinates so many positions ahead select"},
    {LoweringOption::PrefetchGathers, "prefetch_gathers", "", kMaxDistance,
     "positions",
     "prefetch indirect loads a[crd[p + d]] of scalars, rows and rows of "
     "fibers"},
    {LoweringOption::PrefetchStreams, "prefetch_streams", "l1 l2", kMaxDistance,
     "elements",
     "prefetch position, coordinate and value arrays into a cache level, so "
     "many elements ahead"},
    {LoweringOption::PrefetchStridedGathers, "prefetch_strided_gathers", "",
     kMaxDistance, "positions",
     "prefetch the first gathered element of strided steps"},
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

// A value is a unit, an integer of 64 bits, a string, an array of these that is
// not empty, or `false` for `off`.

static bool isOff(Attribute value) { return isa<BoolAttr>(value); }

/// The most numbers that a value has. `prefetch_gathers` has the distances of
/// scalars, of rows and of rows of fibers.
static size_t getMaxNumbers(const LoweringOptionInfo &info) {
  if (info.maxNumber == 0)
    return 0;
  return info.option == LoweringOption::PrefetchGathers ? 3 : 1;
}

/// Whether the numbers of an option are prefetch distances. Those that are left
/// out are the distances of the machine.
static bool hasDistances(const LoweringOptionInfo &info) {
  switch (info.option) {
  case LoweringOption::PrefetchScatters:
  case LoweringOption::PrefetchSegments:
  case LoweringOption::PrefetchGathers:
  case LoweringOption::PrefetchStreams:
  case LoweringOption::PrefetchStridedGathers:
    return true;
  default:
    return false;
  }
}

static bool takesNothing(const LoweringOptionInfo &info) {
  return info.keywords.empty() && (info.maxNumber == 0 || hasDistances(info));
}

/// The attribute of a number; null if it is no value of the option.
static Attribute parseNumber(Builder &b, const LoweringOptionInfo &info,
                             StringRef text) {
  int64_t number;
  if (text.getAsInteger(10, number) || number <= 0 || number > info.maxNumber)
    return {};
  return b.getI64IntegerAttr(number);
}

/// Parses a keyword, for an option with keywords, and numbers behind it.
static Attribute parseElements(Builder &b, const LoweringOptionInfo &info,
                               ArrayRef<StringRef> words) {
  SmallVector<Attribute> elements;
  size_t maxNumbers = getMaxNumbers(info);
  if (!info.keywords.empty()) {
    if (!info.hasKeyword(words.front()))
      return {};
    elements.push_back(b.getStringAttr(words.front()));
    words = words.drop_front();
  }
  if (words.size() > maxNumbers)
    return {};
  for (StringRef word : words)
    if (Attribute number = parseNumber(b, info, word))
      elements.push_back(number);
    else
      return {};
  return elements.size() == 1 ? elements.front() : b.getArrayAttr(elements);
}

Attribute weft::getLoweringValue(MLIRContext *context,
                                 const LoweringOptionInfo &info,
                                 StringRef text) {
  Builder b(context);
  if (text == "off")
    return b.getBoolAttr(false);
  if (text.empty())
    return takesNothing(info) ? Attribute(b.getUnitAttr()) : Attribute();
  SmallVector<StringRef> words;
  text.split(words, ',');
  return parseElements(b, info, words);
}

std::string weft::printLoweringValue(Attribute value) {
  if (isOff(value))
    return "off";
  if (auto number = dyn_cast<IntegerAttr>(value))
    return std::to_string(number.getInt());
  if (auto keyword = dyn_cast<StringAttr>(value))
    return keyword.str();
  if (auto elements = dyn_cast<ArrayAttr>(value))
    return llvm::join(llvm::map_range(elements, printLoweringValue), ",");
  return "";
}

std::string weft::describeLoweringValues(const LoweringOptionInfo &info) {
  std::string numbers =
      ("from 1 to " + Twine(info.maxNumber) + " " + info.unit).str();
  if (size_t most = getMaxNumbers(info); most > 1)
    numbers = ("up to " + Twine(most) + " numbers " + numbers).str();
  SmallVector<StringRef> words;
  llvm::SplitString(info.keywords, words);
  if (words.empty()) {
    if (info.maxNumber == 0)
      return "no value, or off";
    if (getMaxNumbers(info) == 1)
      numbers = "a number " + numbers;
    return (hasDistances(info) ? "no value, " : "") + numbers + ", or off";
  }
  if (info.maxNumber == 0)
    return llvm::join(words, ", ") + " or off";
  return llvm::join(words, " or ") + ", alone or with a number " + numbers +
         ", or off";
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
    if (!(isNumber || isa<UnitAttr, StringAttr, ArrayAttr>(value)) ||
        getLoweringValue(value.getContext(), *info,
                         printLoweringValue(value)) != value)
      return emitError() << "expected '" << info->name << "' to have "
                         << describeLoweringValues(*info) << ", got " << value;
  }
  return success();
}

/// Parses a keyword, a number, or a list of these in brackets, as text.
static ParseResult parseValue(AsmParser &parser, std::string &text) {
  auto parseElement = [&]() -> ParseResult {
    StringRef keyword;
    int64_t number;
    if (!text.empty())
      text += ",";
    if (succeeded(parser.parseOptionalKeyword(&keyword)))
      text += keyword;
    else if (parser.parseInteger(number))
      return failure();
    else
      text += std::to_string(number);
    return success();
  };
  if (failed(parser.parseOptionalLSquare()))
    return parseElement();
  return failure(parser.parseCommaSeparatedList(parseElement) ||
                 parser.parseRSquare());
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
      if (parseValue(parser, text))
        return failure();
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
    if (auto elements = dyn_cast<ArrayAttr>(value)) {
      printer << " = [";
      llvm::interleaveComma(elements, printer, [&](Attribute element) {
        printer << printLoweringValue(element);
      });
      printer << "]";
    } else if (std::string text = printLoweringValue(value); !text.empty()) {
      printer << " = " << text;
    }
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

int64_t weft::getChosenDistance(Operation *op, LoweringOption option,
                                int64_t byDefault, unsigned index) {
  std::optional<Attribute> value = findValue(op, option);
  if (!value || !*value)
    return byDefault;
  // The numbers are behind the keyword.
  SmallVector<IntegerAttr> numbers;
  if (auto elements = dyn_cast<ArrayAttr>(*value))
    for (auto number : elements.getAsRange<Attribute>())
      numbers.push_back(dyn_cast<IntegerAttr>(number));
  else
    numbers.push_back(dyn_cast<IntegerAttr>(*value));
  llvm::erase(numbers, IntegerAttr());
  return index < numbers.size() ? numbers[index].getInt() : byDefault;
}

StringRef weft::getChosenKeyword(Operation *op, LoweringOption option,
                                 StringRef byDefault) {
  std::optional<Attribute> value = findValue(op, option);
  if (!value)
    return byDefault;
  if (!*value)
    return {};
  auto elements = dyn_cast<ArrayAttr>(*value);
  auto keyword = dyn_cast<StringAttr>(elements ? elements[0] : *value);
  return keyword ? keyword.getValue() : StringRef();
}
