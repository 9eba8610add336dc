//===- Explanation.cpp - Explanation of a kernel ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what the IR says of how a kernel works: statements with their
// domains and the reasons for their form, and coiterations with their lattices
// and costs.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/Explanation.h"

#include "Decisions.h"

#include "weft/Analysis/SegmentLookup.h"
#include "weft/Explain/Printing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

/// The name of a function; empty if it has none.
static StringRef getFunctionName(Operation *function) {
  auto name =
      function->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? name.getValue() : StringRef();
}

void Explanation::addKernels(Operation *function) {
  SmallVector<cin::KernelOp> all;
  function->walk([&](cin::KernelOp kernel) { all.push_back(kernel); });
  for (auto [number, kernel] : llvm::enumerate(all)) {
    IterationGraph graph = IterationGraph::buildIfSmall(kernel);
    const KernelNames &names = graph.getNames();
    std::vector<ExplanationSection> context = {
        {"Temporary", explainTemporary(kernel, names, all)},
        {"Tensors", describeTensors(kernel, names)}};
    std::vector<ExplanationSection> reasons = {
        {"Loop order", explainOrder(kernel, names)},
        {"Schedule", explainSchedule(kernel)},
        {"Version", explainVersion(kernel)},
        {"Workspaces", explainWorkspaces(kernel, names)}};
    llvm::append_range(launchNests[getFunctionName(function)],
                       findLaunches(kernel));
    std::string title = "Kernel";
    if (all.size() > 1)
      title += " " + std::to_string(number + 1);
    if (unsigned version = getVersionNumber(function))
      title += " (version " + std::to_string(version) + ")";
    std::string notation;
    llvm::raw_string_ostream os(notation);
    printConcreteNotation(kernel, os);
    std::string temporary;
    if (!context.front().lines.empty())
      temporary = names.getTensor(kernel.getOutputRefs().front()).str();
    kernels.push_back({std::move(title), std::move(notation),
                       std::move(context), std::move(temporary),
                       std::move(graph), std::move(reasons)});
  }
}

/// Why a coiteration has one region for all points.
static std::string explainGuarded(lattice::CoiterateOp coiterate) {
  std::string line = (coiterate.getName() +
                      ": guarded, one loop tests which lattice point applies")
                         .str();
  lattice::CopiesAttr copies = coiterate.getCopiesAttr();
  if (!copies)
    return line;
  std::string limit = std::to_string(copies.getLimit());
  std::optional<int64_t> number = copies.getNumber();
  return line + "; loops for each would be " +
         (number
              ? std::to_string(*number) + " copies, and the limit is " + limit
              : "more copies than the limit of " + limit);
}

/// Whether a coiteration counts its coordinates, to combine what is absent once
/// if they are fewer than those of the dimension (CINToLattice's
/// AbsentReduction).
static bool combinesAbsent(lattice::CoiterateOp coiterate) {
  return llvm::any_of(coiterate->getUsers(), [&](Operation *user) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    return compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
           llvm::is_contained(compare->getOperands(), coiterate.getUpper());
  });
}

/// Whether it does so between coordinates, where some were left out.
static bool combinesGaps(lattice::CoiterateOp coiterate) {
  Block &body = coiterate.getBodies().front().front();
  return combinesAbsent(coiterate) &&
         llvm::any_of(body.getArguments().back().getUsers(),
                      [&](Operation *user) {
                        auto compare = dyn_cast<arith::CmpIOp>(user);
                        return compare && compare.getPredicate() ==
                                              arith::CmpIPredicate::ugt;
                      });
}

/// What a coiteration passes over: coordinates that a search skips, those that
/// a lookup does not find, and all that are left when its values cannot change
/// any more; and how threads share what it appends.
static void addSkips(lattice::CoiterateOp coiterate, analysis::Lookups lookups,
                     SmallVectorImpl<std::string> &lines) {
  IterationLattice lattice =
      IterationLattice::inOrder(getPoints(coiterate), getSegments(coiterate));
  SmallVector<unsigned> intersections =
      llvm::filter_to_vector(llvm::seq(lattice.size()), [&](unsigned point) {
        return lattice.isIntersection(point);
      });
  if (IntegerAttr ratio = coiterate.getGallopAttr();
      ratio && !intersections.empty()) {
    std::string line = coiterate.getName().str() + ": ";
    llvm::raw_string_ostream os(line);
    if (intersections.size() != lattice.size()) {
      os << "in ";
      llvm::interleaveComma(intersections, os, [&](unsigned point) {
        lattice[point].print(os, getSegments(coiterate));
      });
      os << ", ";
    }
    os << "the segments with smaller coordinates advance by galloping search";
    if (ratio.getInt() > 1)
      line += ", where the longest segment is at least " +
              std::to_string(ratio.getInt()) + " times as long as the shortest";
    lines.push_back(std::move(line));
  }
  if (std::optional<SegmentLookup> lookup = findLookup(coiterate, lookups))
    lines.push_back((coiterate.getName() +
                     ": where neither segment is much longer, " +
                     getSegments(coiterate)[lookup->mapped].name +
                     " is looked up in an array")
                        .str());
  if (carriesCoordinates(coiterate))
    lines.push_back((coiterate.getName() +
                     ": the loop carries the coordinate of each segment and "
                     "advances the segments at the minimum")
                        .str());
  if (combinesAbsent(coiterate))
    lines.push_back((coiterate.getName() +
                     ": absent components are combined once, " +
                     (combinesGaps(coiterate) ? "in each gap between entries"
                                              : "after the loop"))
                        .str());
  if (coiterate.getPartitions())
    lines.push_back((coiterate.getName() +
                     ": threads append to arrays of their own, which are put "
                     "behind each other")
                        .str());
  if (coiterate.getExits())
    lines.push_back(
        (coiterate.getName() + ": exits early once the result is final").str());
}

void Explanation::addCoiterations(Operation *function,
                                  analysis::Lookups lookups) {
  std::vector<LatticeTree> lattices = getLatticeTrees(function);
  if (lattices.empty())
    return;
  SmallVector<std::string> remarks, skips;
  function->walk<WalkOrder::PreOrder>([&](lattice::CoiterateOp coiterate) {
    addSkips(coiterate, lookups, skips);
    if (!coiterate.getGuarded())
      return;
    std::string line = explainGuarded(coiterate);
    if (!llvm::is_contained(remarks, line))
      remarks.push_back(line);
  });
  if (remarks.empty())
    remarks.push_back("all are exact: each point has a loop and a region");
  for (std::string &line : skips)
    if (!llvm::is_contained(remarks, line))
      remarks.push_back(std::move(line));
  coiterations.push_back({std::move(lattices),
                          std::move(remarks),
                          LoopCosts(function),
                          getVersionNumber(function),
                          getFunctionName(function).str(),
                          {}});
  addCosts(coiterations.back().costs);
  addNests(coiterations.back());
}

void Explanation::addNests(CoiterationExplanation &part) {
  // Kernels of a function have loops of the same names, one behind the other.
  ArrayRef<LoopCosts::Line> lines = part.costs.getLines();
  for (const LaunchNest &nest : launchNests.lookup(part.function)) {
    LaunchNest &added = part.nests.emplace_back(nest);
    const auto *line = llvm::find_if(lines, [&](const LoopCosts::Line &line) {
      return line.isLoop && line.label == nest.loops.front();
    });
    if (line == lines.end())
      continue;
    llvm::raw_string_ostream os(added.blocks);
    line->cost.print(os, part.costs.getVariables());
    lines = lines.drop_front(line - lines.begin() + 1);
  }
}

void Explanation::addLaunches(Operation *root) {
  root->walk([&](FunctionOpInterface function) {
    auto part = llvm::find_if(coiterations, [&](const auto &part) {
      return part.function == getFunctionName(function);
    });
    if (part != coiterations.end())
      llvm::append_range(part->launches.lines,
                         describeLaunches(function, part->nests));
  });
}

void Explanation::addCosts(const LoopCosts &costs) {
  for (const auto &[name, cost] : costs.getAssemblies())
    for (KernelExplanation &kernel : kernels) {
      if (kernel.temporary != name)
        continue;
      std::string line = "this takes ";
      llvm::raw_string_ostream os(line);
      cost.print(os, costs.getVariables());
      os << " steps";
      kernel.context.front().lines.push_back(std::move(line));
    }
}

void Explanation::add(Operation *root, analysis::Lookups lookups) {
  SmallVector<Operation *> functions;
  if (isa<FunctionOpInterface>(root))
    functions.push_back(root);
  else
    root->walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
  for (Operation *function : functions) {
    addKernels(function);
    addCoiterations(function, lookups);
  }
}

std::unique_ptr<CostNumbers>
Explanation::getNumbers(const CoiterationExplanation &part) const {
  if (!measurements)
    return nullptr;
  return std::make_unique<CostNumbers>(part.costs, measurements->tensors);
}

ExplanationSection Explanation::getMeasurements() const {
  ExplanationSection section = {"Measured", {}};
  if (!measurements)
    return section;
  // The most of all parts; unknown if that of any is.
  std::optional<double> most = 0;
  for (const CoiterationExplanation &part : coiterations) {
    std::optional<double> steps = getNumbers(part)->getSteps();
    most =
        most && steps ? std::optional(std::max(*most, *steps)) : std::nullopt;
  }
  for (std::string &line : measurements->describe(most))
    section.lines.push_back(std::move(line));
  return section;
}
