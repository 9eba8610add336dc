//===- LoopCosts.cpp - Costs of the loops of lattices -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the coiterations from the outside in, with the conjunctions under which
// a region is executed. Regions of the same variable in different regions
// around share one line, since together they are what a forall became.
//
//===----------------------------------------------------------------------===//

#include "LoopCostBuilder.h"

#include "weft/Analysis/CostNumbers.h"
#include "weft/Analysis/LatticeFromIR.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// The operation that made a builder, which loops carry; null if it is not
/// known.
static Operation *getOrigin(Value builder) {
  while (builder) {
    if (auto argument = dyn_cast<BlockArgument>(builder)) {
      auto coiterate =
          dyn_cast<lattice::CoiterateOp>(argument.getOwner()->getParentOp());
      if (!coiterate)
        return nullptr;
      unsigned fromLast =
          argument.getOwner()->getNumArguments() - argument.getArgNumber();
      if (fromLast > coiterate.getInits().size())
        return nullptr;
      builder = coiterate.getInits()[coiterate.getInits().size() - fromLast];
      continue;
    }
    Operation *op = builder.getDefiningOp();
    if (isa<level::InitOp>(op))
      return op;
    if (auto coiterate = dyn_cast<lattice::CoiterateOp>(op)) {
      builder = coiterate.getInits()[cast<OpResult>(builder).getResultNumber()];
      continue;
    }
    // Level functions have combiners as regions.
    if (op->getNumRegions() != 0 &&
        !isa<level::LevelDialect>(op->getDialect())) {
      Block &block = op->getRegion(0).front();
      unsigned number = cast<OpResult>(builder).getResultNumber();
      if (!block.mightHaveTerminator() ||
          number >= block.getTerminator()->getNumOperands())
        return nullptr;
      builder = block.getTerminator()->getOperand(number);
      continue;
    }
    auto state = llvm::find_if(op->getOperands(), [](Value operand) {
      return isa<level::BuilderType>(operand.getType());
    });
    if (state == op->operand_end())
      return nullptr;
    builder = *state;
  }
  return nullptr;
}

/// The builder that an operation changes.
static Value getState(Operation *op) {
  if (auto store = dyn_cast<level::StoreOp>(op))
    return store.getState();
  if (auto update = dyn_cast<level::AtomicUpdateOp>(op))
    return update.getState();
  return cast<level::AppendCoordOp>(op).getState();
}

void LoopCostBuilder::visitChange(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<level::BuilderType>(operand.getType()))
      if (Operation *origin = getOrigin(operand))
        changed.insert(origin);
}

void LoopCostBuilder::addNest(size_t first) {
  for (Operation *origin : changed)
    for (size_t line = first; line != result.lines.size(); ++line)
      filling[origin].add(result.lines[line].cost);
  changed.clear();
}

void LoopCostBuilder::visitRegion(Region &region, const Cost &parts,
                                  unsigned loop, unsigned depth) {
  region.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
    if (auto coiterate = dyn_cast<lattice::CoiterateOp>(op)) {
      size_t first = result.lines.size();
      visitCoiterate(coiterate, parts, loop, depth);
      if (loop == 0)
        addNest(first);
      return WalkResult::skip();
    }
    visitChange(op);
    if (auto init = dyn_cast<level::InitOp>(op))
      visitInit(init, parts, loop, depth);
    else if (auto search = dyn_cast<level::SearchOp>(op))
      visitSearch(search, parts, loop, depth);
    else if (auto finalize = dyn_cast<level::FinalizeOp>(op))
      visitFinalize(finalize, loop, depth);
    else if (isa<level::StoreOp, level::AtomicUpdateOp, level::AppendCoordOp>(
                 op))
      // Where entries are only counted, coordinates are all that is stored.
      if (Operation *origin = getOrigin(getState(op)))
        stored[origin].add(parts);
    return WalkResult::advance();
  });
}

/// Sets of segments so that a point applies at most where all of some set are:
/// its own, or those with what some point of its shortest union has as well.
static void collectBounds(lattice::CoiterateOp coiterate,
                          lattice::PointAttr point, SmallVector<int64_t> own,
                          SmallVectorImpl<SmallVector<int64_t>> &bounds) {
  int64_t universe = coiterate.getNumSegments();
  bool isBound = false;
  for (ArrayRef<int64_t> list : {point.getIterators(), point.getLocators()})
    for (int64_t segment : list)
      if (segment != universe) {
        own.push_back(segment);
        isBound |= !coiterate.isLocatedGuarded(segment);
      }
  if (isBound || point.getUnions().empty()) {
    bounds.push_back(std::move(own));
    return;
  }
  ArrayAttr shortest =
      *llvm::min_element(point.getUnions(), [](ArrayAttr a, ArrayAttr b) {
        return a.size() < b.size();
      });
  for (auto inner : shortest.getAsRange<lattice::PointAttr>())
    collectBounds(coiterate, inner, own, bounds);
}

/// What a coiteration iterates over, each segment once.
static llvm::SmallSetVector<int64_t, 8>
getIterated(lattice::CoiterateOp coiterate) {
  llvm::SmallSetVector<int64_t, 8> iterated;
  for (auto point : coiterate.getPoints().getAsRange<lattice::PointAttr>())
    point.all([&](lattice::PointAttr inner) {
      iterated.insert_range(inner.getIterators());
      return true;
    });
  // One loop iterates over all that it does not locate in.
  if (coiterate.getGuarded())
    for (unsigned segment = 0; segment != coiterate.getNumSegments(); ++segment)
      if (!coiterate.isLocatedGuarded(segment))
        iterated.insert(segment);
  return iterated;
}

/// Whether the loop of an intersection moves all of its segments by search.
static bool isSearched(lattice::CoiterateOp coiterate) {
  int64_t universe = coiterate.getNumSegments();
  llvm::SmallSetVector<int64_t, 8> iterated = getIterated(coiterate);
  return coiterate.getGallop() && coiterate.getNumPoints() == 1 &&
         iterated.size() > 1 && llvm::all_of(iterated, [&](int64_t segment) {
           if (segment == universe ||
               coiterate.getLevelTypes(segment).size() != 1)
             return false;
           level::LevelTypeAttrInterface type = coiterate.getLevelType(segment);
           return type.hasPositionIterate() && type.isOrdered() &&
                  type.isCompact();
         });
}

/// Whether each step of a coiteration computes values: there is no loop in it,
/// or arithmetic outside of the loops in it. Coordinates and conditions are no
/// values; combiners of level functions are counted where their terms are.
static bool computesValues(lattice::CoiterateOp coiterate) {
  bool isInnermost = true;
  bool computes = false;
  for (Region &body : coiterate.getBodies())
    body.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<lattice::CoiterateOp>(op)) {
        isInnermost = false;
        return WalkResult::skip();
      }
      if (isa<level::LevelDialect>(op->getDialect()))
        return WalkResult::skip();
      computes |=
          isa<arith::ArithDialect, math::MathDialect, complex::ComplexDialect>(
              op->getDialect()) &&
          op->getNumOperands() != 0 &&
          llvm::none_of(op->getResultTypes(), [](Type type) {
            return type.isIndex() || type.isInteger(1);
          });
      return WalkResult::advance();
    });
  return isInnermost || computes;
}

void LoopCostBuilder::visitCoiterate(lattice::CoiterateOp coiterate,
                                     const Cost &parts, unsigned loop,
                                     unsigned depth) {
  // Nests that stand beside each other may have variables of the same name.
  unsigned line = loop == 0 ? addLine(coiterate.getName(), depth)
                            : getLine(loop, coiterate.getName(), depth);
  result.lines[line - 1].isLoop = true;
  result.lines[line - 1].computes |= computesValues(coiterate);
  Loop &names = loops[coiterate];
  if (std::optional<ArrayAttr> originals = coiterate.getOriginals())
    for (auto [number, name] : llvm::enumerate(*originals))
      names.originals.push_back(getVariable(
          line, cast<StringAttr>(name).getValue(),
          number < coiterate.getSizes().size() ? coiterate.getSizes()[number]
                                               : coiterate.getUpper()));
  names.own = getVariable(line, coiterate.getName(), coiterate.getUpper());
  nameCountedSizes(coiterate, names);
  findSplits(coiterate, line);

  int64_t universe = coiterate.getNumSegments();
  for (int64_t segment : getIterated(coiterate)) {
    SmallVector<int64_t, 1> own;
    // A level that iterates by coordinates passes over those it does not have.
    if (segment != universe &&
        (coiterate.getLevelTypes(segment).size() > 1 ||
         !coiterate.getLevelType(segment).hasCoordinateIterate()))
      own.push_back(segment);
    for (const CostTerm &part : parts.getTerms())
      result.lines[line - 1].cost.add(restrict(part, coiterate, own));
  }

  if (isSearched(coiterate))
    for (int64_t segment : getIterated(coiterate)) {
      Cost &own = result.lines[line - 1].searched.emplace_back();
      for (const CostTerm &part : parts.getTerms())
        own.add(restrict(part, coiterate, {segment}));
    }

  for (auto [number, body] : llvm::enumerate(coiterate.getBodies())) {
    SmallVector<SmallVector<int64_t>> bounds;
    for (unsigned point = 0; point != coiterate.getNumPoints(); ++point)
      if (coiterate.getGuarded())
        collectBounds(coiterate, coiterate.getPoint(point), {}, bounds);
      else if (point == number)
        bounds.push_back(coiterate.getSegmentsOf(point));
    Cost inner;
    for (ArrayRef<int64_t> segments : bounds)
      for (const CostTerm &part : parts.getTerms())
        inner.add(restrict(part, coiterate, segments));
    if (inner.getTerms().size() > LoopCosts::kMaxParts) {
      CostTerm all;
      for (const CostTerm &part : inner.getTerms())
        for (CostVariableId variable : part.variables)
          all.add(variable);
      inner = Cost();
      inner.add(all);
    }
    visitRegion(body, inner, line, depth + 1);
  }
}

void LoopCostBuilder::visitInit(level::InitOp init, const Cost &parts,
                                unsigned loop, unsigned depth) {
  auto type = cast<level::BuilderType>(init.getState().getType());
  level::FormatAttr format = type.getFormat();
  SmallVector<CostVariableId, 2> cleared;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    // Of a dimension in blocks, one of the levels counts.
    level::LevelExpr expr = format.getLevelExpr(level);
    level::LevelTypeAttrInterface levelType = format.getLevelType(level);
    // Such levels have room for all coordinates.
    if (!levelType.isFull() && !levelType.hasCoordinateIterate())
      break;
    if (expr.part == level::LevelPart::Remainder)
      continue;
    // The number of slots is none of the sizes.
    Value size = expr.dim < static_cast<int64_t>(init.getSizes().size())
                     ? init.getSizes()[expr.dim]
                     : Value();
    if (format.isSlotLevel(level) && sizes.try_emplace(size, "slots").second)
      result.sizes.push_back({"slots", "how many slots the result has"});
    cleared.push_back(getVariable(
        loop, "size " + getSize(size) + " of mode " + std::to_string(expr.dim),
        size));
  }
  if (cleared.empty())
    return;
  unsigned line = getLine(loop, "initialize", depth);
  for (CostTerm part : parts.getTerms()) {
    for (CostVariableId variable : cleared)
      part.add(variable);
    result.lines[line - 1].cost.add(part);
  }
}

/// Whether the entries of a list are put in order when it is complete.
static bool ordersEntries(level::FinalizeOp finalize) {
  Operation *last = finalize.getState().getDefiningOp();
  if (auto edges = dyn_cast_or_null<level::AppendEdgesOp>(last))
    last = edges.getState().getDefiningOp();
  return finalize.getSorting() ||
         isa_and_nonnull<level::CombineEntriesOp>(last);
}

void LoopCostBuilder::visitFinalize(level::FinalizeOp finalize, unsigned loop,
                                    unsigned depth) {
  Operation *origin = getOrigin(finalize.getState());
  if (origin && loop == 0)
    result.assemblies.push_back({getAssembledName(finalize), filling[origin]});
  if (!ordersEntries(finalize))
    return;
  CostRelation entries;
  entries.name = entries.tensor = getAssembledName(finalize);
  CostTerm term;
  term.add(entries);
  term.logarithm = true;
  unsigned line = getLine(loop, "sort " + entries.name, depth);
  result.lines[line - 1].cost.add(term);
  read.insert({finalize, entries.name});
}

void LoopCostBuilder::addTemporaries() {
  for (auto &entry : read) {
    Operation *origin =
        getOrigin(cast<level::FinalizeOp>(entry.first).getState());
    if (origin && llvm::none_of(result.temporaries, [&](const auto &known) {
          return known.first == entry.second;
        }))
      result.temporaries.push_back({entry.second, stored[origin]});
  }
}

LoopCosts::LoopCosts(Operation *root) { LoopCostBuilder(root, *this); }

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints a cost and, behind it, its number.
static void printCost(const Cost &cost, llvm::raw_ostream &os,
                      ArrayRef<CostVariable> table,
                      const CostNumbers *numbers) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  cost.print(stream, table);
  os << text;
  std::optional<CostNumber> number =
      numbers ? numbers->evaluate(cost) : std::nullopt;
  if (!number)
    return;
  if (std::string value = printNumber(number->value); value != text)
    os << (number->isBound ? ", at most " : " = ") << value;
}

void LoopCosts::Line::print(llvm::raw_ostream &os,
                            llvm::ArrayRef<CostVariable> table,
                            const CostNumbers *numbers) const {
  printCost(cost, os, table, numbers);
  if (searched.empty())
    return;
  os << "; by search, at most min(";
  llvm::interleaveComma(searched, os,
                        [&](const Cost &own) { own.print(os, table); });
  os << ") * log(";
  cost.print(os, table);
  os << ")";
}

void LoopCosts::printOrder(llvm::raw_ostream &os) const {
  os << "O(";
  total.print(os, variables, /*withConstants=*/false);
  os << ")";
}

const LoopCosts::Size *LoopCosts::findSize(StringRef text) const {
  auto known = knownSizes.find(text);
  return known == knownSizes.end() ? nullptr : &known->second;
}

void LoopCosts::print(llvm::raw_ostream &out, unsigned indentation,
                      const CostNumbers *numbers) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Line &line : lines) {
    os.indent(indentation + 2 * line.depth) << line.label << ": ";
    line.print(os, variables, numbers);
    os << "\n";
  }
  os.indent(indentation) << "total: ";
  printOrder(os);
  if (auto sum = numbers ? numbers->getTotal() : std::nullopt)
    os << (sum->isBound ? ", at most " : ", ") << printNumber(sum->value)
       << " steps";
  os << "\n";
  for (auto &[name, cost] : temporaries) {
    os.indent(indentation) << "nnz(" << name << ") is at most ";
    cost.print(os, variables);
    os << "\n";
  }
  out << text;
  for (auto &[size, meaning] : getMentionedSizes(text))
    out.indent(indentation) << size << " is " << meaning << "\n";
}

std::vector<std::pair<std::string, std::string>>
LoopCosts::getMentionedSizes(std::string text) const {
  std::vector<std::pair<std::string, std::string>> mentioned;
  llvm::StringSet<> known;
  // The meaning of a size may mention another size further on.
  for (auto &[size, meaning] : sizes)
    if (StringRef(text).contains(size) && known.insert(size).second) {
      mentioned.emplace_back(size, meaning);
      text += meaning;
    }
  return mentioned;
}
