//===- LoopCostNames.cpp - Variables, sizes and relations -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the terms of costs are made of: the variables of loops, the sizes of
// dimensions, and for each segment the condition that its tensor stores the
// coordinates. All are called what lattices and the text call them.
//
//===----------------------------------------------------------------------===//

#include "LoopCostBuilder.h"

#include "weft/Analysis/KernelNames.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name of the tensor of a segment, whose own says the levels, too.
static std::string getTensorNameOf(lattice::CoiterateOp coiterate,
                                   unsigned segment) {
  StringRef name = coiterate.getSegment(segment).getName().getValue();
  StringRef base = name;
  // `A2_3` is the third segment of this name.
  StringRef stem = base.rtrim("0123456789");
  if (stem.size() != base.size() && stem.consume_back("_"))
    base = stem;
  std::string suffix;
  for (int64_t level = coiterate.getSegment(segment).getFirstLevel();
       level <= coiterate.getSegment(segment).getLastLevel(); ++level)
    suffix += std::to_string(level + 1);
  if (!base.consume_back(suffix) || base.empty())
    return name.str();
  return base.str();
}

std::string LoopCosts::getLevelsName(StringRef tensor,
                                     int64_t numLevels) const {
  // `T1_2` is of T1, and `T12` of T.
  std::string suffix = std::to_string(numLevels);
  std::string name = tensor.str();
  if (!llvm::isDigit(name.back()) && !tensorNames.contains(name + suffix))
    return name + suffix;
  do
    name += "_";
  while (tensorNames.contains(name + suffix));
  return name + suffix;
}

void LoopCostBuilder::collectTensorNames(Operation *root) {
  root->walk([&](lattice::CoiterateOp coiterate) {
    for (unsigned segment = 0; segment != coiterate.getNumSegments(); ++segment)
      result.tensorNames.insert(getTensorNameOf(coiterate, segment));
  });
}

/// The size of a mode of a tensor in words: `dim(A,2)`.
static std::optional<std::string> getDimText(Value size) {
  auto dim = size.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> mode = dim ? dim.getConstantIndex() : std::nullopt;
  if (!mode)
    return std::nullopt;
  return "dim(" + getTensorName(dim.getSource()) + "," +
         std::to_string(*mode + 1) + ")";
}

void LoopCostBuilder::nameSizes(Operation *root) {
  SmallVector<lattice::CoiterateOp> coiterates;
  root->walk<WalkOrder::PreOrder>(
      [&](lattice::CoiterateOp op) { coiterates.push_back(op); });
  // A temporary is computed before what it is for, whose names are those of the
  // text.
  SmallVector<SmallVector<lattice::CoiterateOp>> nests;
  for (lattice::CoiterateOp op : coiterates) {
    if (!op->getParentOfType<lattice::CoiterateOp>())
      nests.emplace_back();
    nests.back().push_back(op);
  }
  llvm::MapVector<Value, StringRef> uppers;
  for (ArrayRef<lattice::CoiterateOp> nest : llvm::reverse(nests))
    for (lattice::CoiterateOp op : nest) {
      // Copies of a variable have longer names.
      StringRef &name = uppers[op.getUpper()];
      if (name.empty() || op.getName().size() < name.size())
        name = op.getName();
    }
  llvm::StringSet<> taken;
  for (auto [upper, name] : uppers) {
    std::string text = ("|" + name + "|").str();
    if (std::optional<int64_t> constant = getConstantIntValue(upper)) {
      text = std::to_string(*constant);
    } else if (taken.insert(text).second) {
      result.knownSizes[text].variable = name.str();
    } else {
      if (std::optional<std::string> dim = getDimText(upper))
        text = *dim;
      else
        while (!taken.insert(text).second)
          text += "'";
    }
    if (auto size = upper.getDefiningOp<level::SizeOp>())
      if (auto open = size.getStored().getDefiningOp<level::OpenOp>())
        result.sizes.push_back(
            {text, "the size of level " + std::to_string(size.getLevel() + 1) +
                       " of " + getTensorName(open.getTensor())});
    sizes[upper] = text;
  }
}

std::string LoopCostBuilder::getSize(Value size) const {
  if (auto known = sizes.find(size); known != sizes.end())
    return known->second;
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return std::to_string(*constant);
  return getDimText(size).value_or("size");
}

void LoopCostBuilder::recordSize(Value size, StringRef text) {
  // How many slots a result has is no value.
  if (!size)
    return;
  LoopCosts::Size &known = result.knownSizes[text];
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    known.number = constant;
  auto dim = size.getDefiningOp<tensor::DimOp>();
  if (std::optional<int64_t> mode = dim ? dim.getConstantIndex() : std::nullopt;
      mode && *mode >= 0) {
    known.tensor = getTensorName(dim.getSource());
    known.mode = static_cast<size_t>(*mode);
  }
}

CostVariableId LoopCostBuilder::getVariable(unsigned loop, StringRef name,
                                            Value size) {
  auto [known, isNew] = variableNumbers.try_emplace(
      std::make_pair(loop, name.str()), result.variables.size());
  if (isNew) {
    result.variables.push_back({name.str(), getSize(size)});
    recordSize(size, result.variables.back().size);
  }
  return known->second;
}

void LoopCostBuilder::nameCountedSizes(lattice::CoiterateOp coiterate,
                                       const Loop &loop) {
  if (!coiterate.getPositions())
    return;
  unsigned segment = *coiterate.getPositions();
  std::string tensor = getTensorNameOf(coiterate, segment);
  level::FormatAttr format =
      cast<level::StorageType>(coiterate.getStorages()[segment].getType())
          .getFormat();
  lattice::SegmentAttr attr = coiterate.getSegment(segment);
  for (auto [index, dimension] : llvm::enumerate(attr.getDimensions())) {
    CostVariable &variable = result.variables[loop.originals[dimension]];
    level::LevelExpr expr = format.getLevelExpr(attr.getFirstLevel() + index);
    std::string mode =
        "dim(" + tensor + "," + std::to_string(expr.dim + 1) + ")";
    LoopCosts::Size &known = result.knownSizes[mode];
    known.tensor = tensor;
    known.mode = expr.dim;
    switch (expr.part) {
    case level::LevelPart::Whole:
      variable.size = mode;
      break;
    case level::LevelPart::Remainder:
      variable.size = std::to_string(expr.block);
      result.knownSizes[variable.size].number = expr.block;
      break;
    case level::LevelPart::Quotient: {
      variable.size = "|" + variable.name + "|";
      result.sizes.push_back(
          {variable.size,
           mode + " / " + std::to_string(expr.block) + ", rounded up"});
      LoopCosts::Size &blocks = result.knownSizes[variable.size];
      blocks.whole = mode;
      blocks.divisor = expr.block;
      break;
    }
    }
  }
}

unsigned LoopCostBuilder::getLine(unsigned loop, StringRef label,
                                  unsigned depth) {
  auto [known, isNew] =
      lineNumbers.try_emplace(std::make_pair(loop, label.str()), 0);
  if (isNew)
    known->second = addLine(label, depth);
  return known->second;
}

unsigned LoopCostBuilder::addLine(StringRef label, unsigned depth) {
  result.lines.push_back({depth, label.str(), Cost()});
  return result.lines.size();
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

int LoopCostBuilder::getVariableOf(Value coordinate) const {
  auto argument = dyn_cast<BlockArgument>(coordinate);
  if (!argument) {
    SmallVector<Addend> addends;
    if (collectAddends(coordinate, 1, addends))
      if (std::optional<CostVariableId> whole = findWhole(addends))
        return static_cast<int>(*whole);
    return CostRelation::kNoVariable;
  }
  auto coiterate =
      dyn_cast<lattice::CoiterateOp>(argument.getOwner()->getParentOp());
  if (!coiterate || !loops.contains(coiterate))
    return CostRelation::kNoVariable;
  const Loop &loop = loops.find(coiterate)->second;
  unsigned number = argument.getArgNumber();
  if (number < loop.originals.size())
    return loop.originals[number];
  return number == loop.originals.size() ? static_cast<int>(loop.own)
                                         : CostRelation::kNoVariable;
}

std::optional<CostRelation>
LoopCostBuilder::getRelation(lattice::CoiterateOp coiterate, unsigned segment) {
  Value storage = coiterate.getStorages()[segment];
  level::FormatAttr format =
      cast<level::StorageType>(storage.getType()).getFormat();
  int64_t last = coiterate.getSegment(segment).getLastLevel();
  while (last >= 0 && format.getLevelType(last).isFull())
    --last;
  if (last < 0)
    return std::nullopt;

  CostRelation relation;
  relation.tensor = getTensorNameOf(coiterate, segment);
  relation.name = relation.tensor;
  bool isWhole = last + 1 == format.getNumLevels();
  if (!isWhole)
    relation.name = result.getLevelsName(relation.tensor, last + 1);
  relation.numLevels = last + 1;

  // A workspace is another one each time that the loops around it run.
  Operation *open = storage.getDefiningOp();
  CostTerm around;
  for (Operation *parent = open ? open->getParentOp() : nullptr; parent;
       parent = parent->getParentOp())
    if (auto loop = loops.find(parent); loop != loops.end())
      around.variables.insert(around.variables.begin(), loop->second.own);
  combineParts(around);
  relation.levels.append(around.variables.begin(), around.variables.end());

  const Loop &loop = loops.find(coiterate)->second;
  int64_t first = coiterate.getSegment(segment).getFirstLevel();
  OperandRange coords = coiterate.getCoordsOf(segment);
  ArrayRef<int64_t> dimensions = coiterate.getSegment(segment).getDimensions();
  for (int64_t level = 0; level <= last; ++level) {
    int variable = CostRelation::kNoVariable;
    if (level < first) {
      if (level < static_cast<int64_t>(coords.size()))
        variable = getVariableOf(coords[level]);
    } else {
      int64_t dimension = dimensions[level - first];
      variable = dimension < static_cast<int64_t>(loop.originals.size())
                     ? loop.originals[dimension]
                     : loop.own;
      lattice::SegmentAttr shifted = coiterate.getSegment(segment);
      SmallVector<Addend> addends = {{loop.own, 1}};
      if (shifted.getStride() == 1 &&
          collectAddends(coiterate.getOffset(segment), 1, addends))
        variable = static_cast<int>(findWhole(addends).value_or(variable));
    }
    relation.levels.push_back(variable);
  }
  // What stores all modes as they are is shown as in the text.
  relation.variables = relation.levels;
  if (isWhole && format.isPermutation())
    for (int64_t level = 0; level <= last; ++level)
      relation.variables[around.variables.size() + format.getLevelDim(level)] =
          relation.levels[around.variables.size() + level];
  if (open)
    if (auto opened = dyn_cast<level::OpenOp>(open))
      if (auto finalize = opened.getTensor().getDefiningOp<level::FinalizeOp>())
        read.insert({finalize, relation.tensor});
  return relation;
}

/// Adds the variables of the levels of a segment behind the first `numLevels`
/// of its tensor: full levels, which have all coordinates below each position.
static void addFullLevels(CostTerm &term, lattice::SegmentAttr segment,
                          int64_t numLevels,
                          ArrayRef<CostVariableId> originals) {
  for (auto [index, dimension] : llvm::enumerate(segment.getDimensions()))
    if (segment.getFirstLevel() + static_cast<int64_t>(index) >= numLevels &&
        dimension < static_cast<int64_t>(originals.size()))
      term.add(originals[dimension]);
}

CostTerm LoopCostBuilder::restrict(const CostTerm &part,
                                   lattice::CoiterateOp coiterate,
                                   ArrayRef<int64_t> segments) {
  const Loop &loop = loops.find(coiterate)->second;
  CostTerm term = part;
  bool hasCoordinates = false;
  for (int64_t segment : segments) {
    if (segment == coiterate.getNumSegments())
      continue;
    std::optional<CostRelation> relation = getRelation(coiterate, segment);
    if (!relation)
      continue;
    for (int variable : relation->variables)
      if (variable != CostRelation::kNoVariable)
        term.add(static_cast<CostVariableId>(variable));
    term.add(*relation);
    addFullLevels(term, coiterate.getSegment(segment), relation->numLevels,
                  loop.originals);
    // A variable that derives from others is known with them.
    hasCoordinates |=
        coiterate.getOriginals() && coiterate.hasAllDimensions(segment);
  }
  addOwn(term, loop, hasCoordinates);
  return term;
}

std::string
LoopCostBuilder::getAssembledName(level::FinalizeOp finalize) const {
  // What is read again has a name as an operand of a coiteration.
  for (Operation *user : finalize.getTensor().getUsers())
    if (auto open = dyn_cast<level::OpenOp>(user))
      for (OpOperand &use : open.getStorage().getUses())
        if (auto coiterate = dyn_cast<lattice::CoiterateOp>(use.getOwner()))
          for (auto [segment, storage] :
               llvm::enumerate(coiterate.getStorages()))
            if (storage == open.getStorage())
              return getTensorNameOf(coiterate, segment);
  return getTensorName(finalize.getTensor());
}

std::string LoopCostBuilder::getStorageName(Value storage) {
  auto open = storage.getDefiningOp<level::OpenOp>();
  if (!open)
    return "segment";
  auto finalize = open.getTensor().getDefiningOp<level::FinalizeOp>();
  if (!finalize)
    return getTensorName(open.getTensor());
  read.insert({finalize, getAssembledName(finalize)});
  return getAssembledName(finalize);
}

void LoopCostBuilder::visitSearch(level::SearchOp search, const Cost &parts,
                                  unsigned loop, unsigned depth) {
  std::string name = getStorageName(search.getStorage());
  unsigned line = getLine(loop, "search " + name, depth);
  for (CostTerm part : parts.getTerms()) {
    part.searched = name;
    result.lines[line - 1].cost.add(part);
  }
}
