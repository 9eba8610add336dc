//===- TuningPage.cpp - The page that weft tune writes ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two plots, as in figures 3-9 to 3-11 of Wang's thesis:
// for each partition, which share of its schedules is faster than a time, and a
// point for each schedule. Nothing is loaded from elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace weft::driver;

static const char *const pageHead = R"html(<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>weft tune</title>
<style>
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #d1d9e0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117;
  --line: #3d444d; } }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
pre, code, td { font-family: ui-monospace, monospace; font-size: 0.85rem; }
pre { white-space: pre-wrap; } td, th { text-align: left; padding-right: 1rem; }
svg text { fill: var(--ink); font-size: 12px; }
svg .axis { stroke: var(--line); } svg path { fill: none; stroke-width: 2; }
</style>
)html";

static const char *const colors[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                     "#e67700", "#0b7c8a", "#8c564b", "#d147a3",
                                     "#6b7a00", "#5865f2"};

static std::string escape(const std::string &text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '<'   ? "&lt;"
               : c == '>' ? "&gt;"
               : c == '&' ? "&amp;"
                          : std::string(1, c);
  return escaped;
}

static std::string number(double value, const char *format = "%.1f") {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

namespace {
/// The measured schedules of a partition.
struct Series {
  std::string name;
  std::vector<double> times;
};

/// The place of times on a logarithmic axis of 700 units.
class TimeAxis {
public:
  explicit TimeAxis(const std::vector<Series> &all) {
    for (const Series &series : all)
      for (double time : series.times) {
        least = std::min(least, time);
        most = std::max(most, time);
      }
    least = std::max(least, 1e-6);
    most = std::max(most, least * 2);
  }

  double place(double time) const {
    return 40 + 700 * std::log(std::max(time, least) / least) /
                    std::log(most / least);
  }
  /// Lines at powers of two, at most about a dozen.
  std::string drawTicks(double height) const {
    double step =
        std::exp2(std::max(1.0, std::ceil(std::log2(most / least) / 12)));
    std::string text;
    for (double tick = std::exp2(std::ceil(std::log2(least))); tick <= most;
         tick *= step)
      text += "<line class=\"axis\" x1=\"" + number(place(tick)) + "\" x2=\"" +
              number(place(tick)) + "\" y1=\"10\" y2=\"" + number(height) +
              "\"/><text text-anchor=\"middle\" x=\"" + number(place(tick)) +
              "\" y=\"" + number(height + 16) + "\">" + number(tick, "%.3g") +
              "</text>\n";
    return text + "<text x=\"700\" y=\"" + number(height + 32) +
           "\">ms</text>\n";
  }

private:
  double least = INFINITY, most = 0;
};
} // namespace

static std::vector<Series> collect(const TuningResult &result) {
  std::vector<Series> all;
  for (const Attempt *attempt : result.getRanking()) {
    std::string name =
        attempt->partition.empty() ? "no tiles" : attempt->partition;
    auto place = std::find_if(all.begin(), all.end(),
                              [&](const Series &s) { return s.name == name; });
    if (place == all.end())
      place = all.insert(all.end(), {name, {}});
    place->times.push_back(attempt->time);
  }
  return all;
}

static std::string getColor(size_t series) {
  return colors[series % (sizeof colors / sizeof *colors)];
}

/// Which share of the schedules of a partition is faster than a time.
static std::string drawShares(const std::vector<Series> &all,
                              const TimeAxis &axis) {
  std::string text = "<svg viewBox=\"0 0 780 260\" role=\"img\" "
                     "aria-label=\"shares of schedules by time\">\n" +
                     axis.drawTicks(220);
  for (int percent : {0, 50, 100})
    text += "<text x=\"0\" y=\"" + number(224 - 2 * percent) + "\">" +
            std::to_string(percent) + " %</text>\n";
  for (size_t series = 0; series < all.size(); ++series) {
    const std::vector<double> &times = all[series].times;
    std::string path = "M40 220";
    for (size_t rank = 0; rank < times.size(); ++rank)
      path += " H" + number(axis.place(times[rank])) + " V" +
              number(220 - 200 * double(rank + 1) / double(times.size()));
    text +=
        "<path stroke=\"" + getColor(series) + "\" d=\"" + path + " H740\"/>\n";
  }
  return text + "</svg>\n";
}

/// A row for each partition, with a point for each schedule.
static std::string drawPoints(const std::vector<Series> &all,
                              const TimeAxis &axis) {
  double height = 20 + 18 * double(all.size());
  std::string text = "<svg viewBox=\"0 0 780 " + number(height + 40) +
                     "\" role=\"img\" aria-label=\"schedules by time\">\n" +
                     axis.drawTicks(height);
  for (size_t series = 0; series < all.size(); ++series)
    for (double time : all[series].times)
      text += "<circle r=\"4\" fill-opacity=\"0.5\" fill=\"" +
              getColor(series) + "\" cx=\"" + number(axis.place(time)) +
              "\" cy=\"" + number(20 + 18 * double(series)) + "\"/>\n";
  return text + "</svg>\n";
}

static std::string drawLegend(const std::vector<Series> &all) {
  std::string text = "<table><tr><th></th><th>schedules</th><th>least "
                     "ms</th><th>partition</th></tr>\n";
  for (size_t series = 0; series < all.size(); ++series)
    text += "<tr><td style=\"color:" + getColor(series) + "\">■</td><td>" +
            std::to_string(all[series].times.size()) + "</td><td>" +
            number(all[series].times.front(), "%.4g") + "</td><td>" +
            escape(all[series].name) + "</td></tr>\n";
  return text + "</table>\n";
}

std::string weft::driver::makeTuningPage(const CommandLine &line,
                                         const TuningResult &result) {
  std::vector<Series> all = collect(result);
  std::string text = pageHead;
  text +=
      "<h1><code>" +
      escape(line.patternsPath.empty() ? line.expression : line.patternsPath) +
      "</code></h1>\n";
  if (!all.empty()) {
    TimeAxis axis(all);
    text += "<h2>Share of the schedules of a partition that are faster than a "
            "time</h2>\n" +
            drawShares(all, axis) + "<h2>Times of schedules</h2>\n" +
            drawPoints(all, axis) + drawLegend(all);
  }
  return text + "<h2>Report</h2>\n<pre>" +
         escape(describeTuning(line, result)) + "</pre>\n</html>\n";
}
